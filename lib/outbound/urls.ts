import { isIP } from "node:net";
import { MAX_WEBHOOK_URL } from "@/lib/limits";
import type { OutboundPolicy } from "./policy";

/** Names that never belong to a host on the internet (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|test|invalid|onion|alt)$/;
/** Ports from 1024 on whose services could interpret an HTTP request as commands. */
const BLOCKED_PORTS: readonly number[] = [
  1080, 1433, 1521, 2049, 2375, 2379, 3128, 3306, 3389, 5060, 5061, 5432, 5672, 5900, 6000, 6379, 6566, 6665, 6666,
  6667, 6668, 6669, 6697, 9042, 9092, 9200, 10_080, 11_211, 27_017,
];
/** Domains for documentation (RFC 2606). Samples contain them, so people may send them by mistake. */
const EXAMPLE_NAME = /(?:^|\.)(?:example\.(?:com|net|org)|[^.]+\.example)$/;

/**
 * Returns the host of a URL without brackets and without a trailing dot. It is a name, or an address in canonical
 * form, because the parser converts other notations such as `0x7f.1` and full-width digits.
 */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/**
 * Returns why requests may not be sent to a URL, as a sentence for the person who entered it, or null. It doesn't
 * resolve names: addresses are checked again when connecting.
 */
export function describeUrlFault(text: string, policy: OutboundPolicy): string | null {
  if (text.length > MAX_WEBHOOK_URL) return `Use at most ${MAX_WEBHOOK_URL} characters.`;
  if (!URL.canParse(text)) return "Send an absolute URL, such as https://example.com/hooks.";
  const url = new URL(text);
  const isSecure = url.protocol === "https:";
  if (!isSecure && !(url.protocol === "http:" && policy.allowsInternal)) return "Send a URL that starts with https://.";
  if (url.username || url.password) return "Send credentials in a header, not in the URL.";
  const port = Number(url.port || (isSecure ? 443 : 80));
  if ((port < 1024 && port !== 443 && port !== 80) || BLOCKED_PORTS.includes(port)) {
    return `Port ${port} isn't allowed, because other protocols use it. Use port 443.`;
  }
  const host = hostOf(url);
  if (EXAMPLE_NAME.test(host)) return `Replace ${host} with the name of your server.`;
  const isInternal = isIP(host) ? !policy.allows(host) : isInternalName(host) && !policy.allowsInternal;
  return isInternal ? "Send the URL of a server on the public internet." : null;
}

/** Returns whether a name can only belong to a host of the internal network. */
export const isInternalName = (host: string) => LOCAL_NAME.test(host) || !host.includes(".");
