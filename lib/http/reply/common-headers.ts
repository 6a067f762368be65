import { transportSecurity } from "@/lib/http/server/transport-security";
import type { Reply } from "./reply";

const JSON_REPLY = "application/json; charset=utf-8";

/**
 * Returns the reply with the headers that all API replies have.
 * @param rate the rate limit headers.
 */
export function withCommonHeaders(reply: Reply, requestId: string, rate: Record<string, string>): Reply {
  const headers = {
    "Content-Type": JSON_REPLY,
    "Cache-Control": "private, no-store",
    Vary: "Authorization, Cookie",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...transportSecurity(),
    ...rate,
    ...reply.headers,
  };
  if (reply.compress) headers.Vary = `${headers.Vary}, Accept-Encoding`;
  if (reply.body === null) Reflect.deleteProperty(headers, "Content-Type");
  return { ...reply, headers };
}
