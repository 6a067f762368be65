import { Badge } from "@/components/ui/badge";
import { MethodBadge } from "@/components/ui/method-badge";
import { requestMethods } from "@/lib/values";

/** Shows an HTTP method. It accepts any method, including those that no operation uses. */
export function RequestMethodBadge({ method, className }: { method: string; className?: string }) {
  const known = requestMethods.find((one) => one === method);
  if (known) return <MethodBadge method={known} {...(className && { className })} />;
  return <Badge className={className}>{method}</Badge>;
}
