import { env } from "@/lib/env";

/** One year. Without `includeSubDomains`, because the domain's other hosts may belong to other products. */
const HSTS = { "Strict-Transport-Security": "max-age=31536000" };
const NONE = {};

/** Tells browsers to use only HTTPS (RFC 6797), if BASE_URL is HTTPS. */
export function transportSecurity(): Record<string, string> {
  return env().BASE_URL.startsWith("https:") ? HSTS : NONE;
}
