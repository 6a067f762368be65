import { env } from "@/lib/env";

/**
 * Valid for one year. `includeSubDomains` is absent, because the domain's other hosts may belong to other
 * products.
 */
const HSTS = { "Strict-Transport-Security": "max-age=31536000" };
const NONE = {};

/** Returns the header that makes browsers use only HTTPS (RFC 6797), or no header if BASE_URL isn't HTTPS. */
export function transportSecurity(): Record<string, string> {
  return env().BASE_URL.startsWith("https:") ? HSTS : NONE;
}
