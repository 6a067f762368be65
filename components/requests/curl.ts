import { KEY_VARIABLE } from "@/lib/keys/key-variable";
import type { RequestDetail } from "@/lib/requests/schema";

type Request = Pick<RequestDetail, "method" | "target" | "route" | "request_body">;

/** Quotes text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the request as a curl command. It reads the key from `KEY_VARIABLE`, because keys aren't stored. */
export function toCurl({ method, target, route, request_body: body }: Request, origin: string): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(origin + (target ?? `/api/v1${route}`))}`,
    `-H "Authorization: Bearer $${KEY_VARIABLE}"`,
  ];
  if (body !== null) lines.push("-H 'Content-Type: application/json'", `--data-raw ${quoted(body)}`);
  return lines.join(" \\\n  ");
}
