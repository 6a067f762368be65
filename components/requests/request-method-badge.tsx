import { Badge } from "@/components/ui/badge";
import { MethodBadge } from "@/components/ui/method-badge";
import { requestMethods } from "@/lib/values";

/** Any method that somebody sent, also one that no operation has. */
export function RequestMethodBadge({ method, className }: { method: string; className?: string }) {
  const known = requestMethods.find((one) => one === method);
  if (known) return <MethodBadge method={known} {...(className && { className })} />;
  return <Badge className={className}>{method}</Badge>;
}
