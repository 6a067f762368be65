import type { IncomingHttpHeaders } from "node:http";
import type { Environment } from "@/lib/env";
import { log } from "@/lib/log";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const REMEDY =
  "Set BASE_URL to the address that people use, such as https://sightline.example.com. Links, redirects and cookies depend on it";

/** Returns whether a value of HOST or a `Host` header refers to this machine. */
const isLoopback = (host: string) => host === "::1" || LOOPBACK.test(host);

/**
 * Warns once if BASE_URL isn't set although other machines use the server. It warns at startup, or at the first
 * such request.
 * @returns a function to call with each request's headers.
 */
export function watchPublicAddress(
  { HOST, hasBaseUrl }: Pick<Environment, "HOST" | "hasBaseUrl">,
  warn: (line: string) => void = (line) => log.warn(line),
) {
  let isDone = hasBaseUrl;
  const warnOnce = (observation: string) => {
    isDone = true;
    warn(`${observation}, and BASE_URL is not set. ${REMEDY}.`);
  };
  if (!isDone && !isLoopback(HOST)) warnOnce("HOST lets other machines connect");
  return ({ host, "x-forwarded-proto": protocol }: IncomingHttpHeaders): void => {
    if (isDone) return;
    if (protocol === "https") warnOnce("Requests arrive through a proxy that speaks HTTPS");
    else if (host !== undefined && !isLoopback(host)) warnOnce("Requests arrive for a host other than localhost");
  };
}
