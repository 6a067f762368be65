import { env } from "@/lib/env";

/** One year. Without `includeSubDomains`: other hosts of the domain are not this product's. */
const HSTS = { "Strict-Transport-Security": "max-age=31536000" };
const NONE = {};

/** Tells browsers to use HTTPS only (RFC 6797), on installations whose own address is HTTPS. */
export function transportSecurity(): Record<string, string> {
  return env().BASE_URL.startsWith("https:") ? HSTS : NONE;
}
