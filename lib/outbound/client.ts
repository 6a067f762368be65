import { isIP } from "node:net";
import { Agent, type Dispatcher, errors, ProxyAgent, request } from "undici";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { withTimeLimit } from "@/lib/time-limit";
import type { OutboundFault } from "./faults";
import { OUTBOUND_TIMEOUT_S } from "./limits";
import { createPolicy, type OutboundPolicy } from "./policy";
import { createNameResolver, type ResolvedAddress, type ResolveName } from "./resolve";
import { describeUrlFault, hostOf } from "./urls";

const TIMEOUT_MS = OUTBOUND_TIMEOUT_S * 1_000;
const LOOKUP_TIMEOUT_MS = 2_000;
/** The number of bytes of a reply that are read. The connection is then closed. */
const MAX_REPLY_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 30_000;

interface OutboundRequest {
  url: string;
  method: "POST" | "GET";
  headers: Record<string, string>;
  body?: string;
  timeoutMs?: number;
}

/** The result of a request: a reply of any status, or the reason why there is none. `ms` is its duration. */
export type OutboundOutcome =
  | { status: number; retryAfter: string | null; text: string; ms: number }
  | { fault: OutboundFault; ms: number };

export interface OutboundOptions {
  policy: OutboundPolicy;
  /** The URL of an HTTP proxy for all requests. The proxy then resolves names and must check addresses. */
  proxy?: string | undefined;
  /** Resolves a name. Defaults to the system's name servers. */
  resolve?: ResolveName;
}

export interface OutboundClient {
  /** Returns why requests may not be sent to a URL, including to any address of its name, or null. */
  findFault(url: string): Promise<string | null>;
  /** Sends a request without following redirects. It never throws. */
  send(request: OutboundRequest): Promise<OutboundOutcome>;
  close(): Promise<void>;
}

const BLOCKED = "ERR_BLOCKED_ADDRESS";

/**
 * Creates a client for requests to URLs that users chose. Every address is checked when its connection is opened,
 * and the connection uses the checked address. So a name that later resolves to an internal address, or to a
 * public and an internal one, is rejected.
 */
export function createOutboundClient({ policy, proxy, ...options }: OutboundOptions): OutboundClient {
  const { resolve = createNameResolver(policy) } = options;
  const resolveChecked = async (host: string) => {
    const addresses = await withTimeLimit(LOOKUP_TIMEOUT_MS, resolve(host));
    if (addresses.length === 0) throw Object.assign(new Error("the name has no address"), { code: "ENOTFOUND" });
    if (!addresses.every(({ address }) => policy.allows(address))) {
      throw Object.assign(new Error("the name resolves to an internal address"), { code: BLOCKED });
    }
    return addresses;
  };
  const common = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const dispatcher: Dispatcher = proxy
    ? new ProxyAgent({ ...common, uri: proxy })
    : new Agent({ ...common, connect: { lookup: checkedLookup(resolveChecked), timeout: TIMEOUT_MS } });

  return {
    async findFault(url) {
      const fault = describeUrlFault(url, policy);
      const host = fault === null ? hostOf(new URL(url)) : "";
      if (fault !== null || isIP(host) || proxy) return fault;
      try {
        await resolveChecked(host);
        return null;
      } catch (error) {
        if (codeOf(error) === BLOCKED) return "Send the URL of a server on the public internet.";
        return `The name ${host} wasn't found. Check its spelling.`;
      }
    },

    async send({ url, method, headers, body, timeoutMs = TIMEOUT_MS }) {
      const start = performance.now();
      const ms = () => Math.round(performance.now() - start);
      // Connections to literal addresses don't use the lookup function.
      if (describeUrlFault(url, policy) !== null) return { fault: "blocked_address", ms: 0 };
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        // The signal doesn't end a connection attempt, such as a hanging proxy, so the wait is limited, too.
        const sending = request(url, { dispatcher, method, headers, body: body ?? null, signal });
        const reply = await withTimeLimit(timeoutMs, sending);
        const text = await readStart(reply.body);
        const retryAfter = reply.headers["retry-after"];
        return {
          status: reply.statusCode,
          retryAfter: typeof retryAfter === "string" ? retryAfter : null,
          text,
          ms: ms(),
        };
      } catch (error) {
        return { fault: faultOf(error), ms: ms() };
      }
    },

    close: () => dispatcher.destroy(),
  };
}

type LookupCallback = (error: Error | null, address: string | ResolvedAddress[], family?: number) => void;

/** Returns a function for Node's `lookup` option of connections. */
function checkedLookup(resolveChecked: ResolveName) {
  return (host: string, { all }: { all?: boolean }, callback: LookupCallback) => {
    resolveChecked(host).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: Error) => callback(error, ""),
    );
  };
}

/**
 * Returns the first bytes of a reply as text. The rest isn't read, and its connection is closed. If the reply is cut off
 * or slow, it returns what arrived, because the status is known.
 */
async function readStart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= MAX_REPLY_BYTES) break;
    }
  } catch {
    // The timeout or the other side ended the reply.
  }
  return Buffer.concat(chunks).subarray(0, MAX_REPLY_BYTES).toString("utf8");
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? "";

function faultOf(error: unknown): OutboundFault {
  const code = codeOf(error);
  const { name } = error as Error;
  if (code === BLOCKED) return "blocked_address";
  if (
    code === "ETIMEDOUT" ||
    name === "TimeoutError" ||
    name === "AbortError" ||
    error instanceof errors.ConnectTimeoutError
  )
    return "timeout";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ENODATA") return "name_not_found";
  if (code === "ECONNREFUSED" || code === "EHOSTUNREACH" || code === "ENETUNREACH") return "connection_refused";
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return "tls_error";
  if (/^(?:HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/.test(code)) return "invalid_reply";
  return "connection_closed";
}

/** Returns this process's client, with the operator's settings. */
export function outboundClient(): OutboundClient {
  return processSingleton("outbound", () => {
    const { OUTBOUND_ALLOW, OUTBOUND_PROXY } = env();
    return createOutboundClient({ policy: createPolicy(OUTBOUND_ALLOW), proxy: OUTBOUND_PROXY });
  });
}
