import { lookup, Resolver } from "node:dns/promises";
import { isInternalName } from "./urls";

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Returns all addresses of a name. */
export type ResolveName = (host: string) => Promise<ResolvedAddress[]>;

/** The first try of a query takes up to this long. The second one ends with the lookup. */
const TRY_MS = 600;
const TRIES = 2;
const LOOKUP_MS = 1_800;

/**
 * Creates a function that asks the name servers for a name's addresses. `dns.lookup` isn't used, because it occupies
 * a thread of which there are few, so one slow name server would delay all names. Only if internal addresses are
 * allowed, the system is asked for names that name servers don't know, such as those in `/etc/hosts`. Concurrent
 * lookups of a name share one query.
 * @param options `servers` are the name servers as `address:port`, by default the system's.
 */
export function createNameResolver(options: { allowsInternal: boolean; servers?: readonly string[] }): ResolveName {
  const { allowsInternal, servers } = options;
  const running = new Map<string, Promise<ResolvedAddress[]>>();

  async function find(host: string): Promise<ResolvedAddress[]> {
    const askSystem = () => lookup(host, { all: true, verbatim: true });
    if (allowsInternal && isInternalName(host)) return askSystem();
    try {
      return await queryAddresses(host, servers);
    } catch (error) {
      if (allowsInternal && (error as { code?: string }).code === "ENOTFOUND") return askSystem();
      throw error;
    }
  }

  return (host) => {
    const shared = running.get(host) ?? find(host).finally(() => running.delete(host));
    running.set(host, shared);
    return shared;
  };
}

/** @throws Error with the code `ENOTFOUND`, or `ETIMEDOUT` if no name server replied. */
async function queryAddresses(host: string, servers: readonly string[] | undefined): Promise<ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const limit = setTimeout(() => resolver.cancel(), LOOKUP_MS);
  // A name server that doesn't know a family may not reply at all. The addresses of the other one are enough.
  const replies = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  clearTimeout(limit);
  const addresses = replies.flatMap((reply, n) =>
    reply.status === "fulfilled" ? reply.value.map((address) => ({ address, family: n === 0 ? 4 : 6 })) : [],
  );
  if (addresses.length > 0) return addresses;
  const codes = replies.flatMap((reply) =>
    reply.status === "rejected" ? (reply.reason as { code?: string }).code : [],
  );
  const isLate = codes.some((code) => code === "ETIMEOUT" || code === "ECANCELLED");
  throw Object.assign(new Error("the name has no address"), { code: isLate ? "ETIMEDOUT" : "ENOTFOUND" });
}
