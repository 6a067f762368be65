import { KEY_VARIABLE } from "@/lib/keys/key-variable";
import type { RequestDetail } from "@/lib/requests/schema";

type Request = Pick<RequestDetail, "method" | "target" | "route" | "request_body">;

/** Text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The request as a command; the key is read from `KEY_VARIABLE`, since keys are kept nowhere. */
export function toCurl({ method, target, route, request_body: body }: Request, origin: string): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(origin + (target ?? `/api/v1${route}`))}`,
    `-H "Authorization: Bearer $${KEY_VARIABLE}"`,
  ];
  if (body !== null) lines.push("-H 'Content-Type: application/json'", `--data-raw ${quoted(body)}`);
  return lines.join(" \\\n  ");
}
