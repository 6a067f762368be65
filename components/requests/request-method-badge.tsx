import { Badge } from "@/components/ui/badge";
import { MethodBadge } from "@/components/ui/method-badge";
import { requestMethods } from "@/lib/values";

/** Accepts any method, including methods without an operation. */
export function RequestMethodBadge({ method, className }: { method: string; className?: string }) {
  const known = requestMethods.find((one) => one === method);
  if (known) return <MethodBadge method={known} {...(className && { className })} />;
  return <Badge className={className}>{method}</Badge>;
}
