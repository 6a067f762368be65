import ipaddr from "ipaddr.js";

/** The addresses to which the server may send requests. */
export interface OutboundPolicy {
  allows(address: string): boolean;
  /** Whether any internal addresses are allowed. Then http:// and internal names are allowed, too. */
  allowsInternal: boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A public address that reaches the host's own services on Azure. */
const AZURE_HOST = "168.63.129.16";

/** The IPv6 addresses that IANA assigns to hosts on the internet. All others are special or unassigned. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Creates the policy that allows all public addresses and the given ranges.
 * @param allowed CIDR ranges, such as 10.0.0.0/8.
 */
export function createPolicy(allowed: readonly string[]): OutboundPolicy {
  const ranges = allowed.map((range) => ipaddr.parseCIDR(range));
  const isInRange = (address: Address) =>
    ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  return {
    allowsInternal: ranges.length > 0,
    allows(text) {
      if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isIPv6(text)) return false;
      const address = ipaddr.parse(text);
      return isPublic(address) || isInRange(address);
    },
  };
}

/**
 * Returns whether an address belongs to a host on the public internet, by IANA's special-purpose registries
 * (RFC 6890). IPv6 addresses that contain an IPv4 address, such as 6to4, aren't public, because a gateway would
 * translate them.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" ? address.toString() !== AZURE_HOST : address.match(GLOBAL_IPV6);
}
