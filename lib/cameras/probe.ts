import { lookup } from "node:dns/promises";
import { BlockList, connect, isIP } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { forEachOrganization } from "@/lib/auth/system";
import { database } from "@/lib/db/client";
import { cameras } from "@/lib/db/tables/cameras";
import { env } from "@/lib/env";
import { withTimeLimit } from "@/lib/time-limit";
import type { ProbeResult } from "@/lib/values";

/** The time between two probes of the same camera's stream. */
const EVERY_S = 300;
/** The number of cameras per step, and how many of them are probed concurrently. */
const CAMERAS_PER_STEP = 200;
const CONCURRENCY = 16;
/** The timeout of the DNS lookup, and of the whole exchange with the camera. */
const TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 1_024;

const defaultPorts: Record<string, number> = { "rtsp:": 554, "rtsps:": 322, "https:": 443 };

export interface ProbeOptions {
  /** The allowed CIDR ranges. Defaults to `PROBE_ALLOW`. */
  allow?: readonly string[];
  /** Resolves a host name. Defaults to the system's resolver. */
  resolve?: (host: string) => Promise<string[]>;
  timeoutMs?: number;
  /** If set, only this organization's cameras are probed, for tests. */
  organizationId?: string;
  /** Stops the run after the current step. */
  signal?: AbortSignal;
}

type Due = Pick<typeof cameras.$inferSelect, "organizationId" | "id"> & { streamUrl: string };
type Probed = { camera: Due; result: ProbeResult | null };

/**
 * Probes the streams of cameras that are due, and stores the results. It connects only to addresses in the
 * allow-list, without credentials. A result is only evidence: the status depends on heartbeats alone. Several
 * instances may run it concurrently, because claimed cameras are no longer due.
 * @returns the number of probed cameras.
 * @throws AggregateError if organizations failed, as `forEachOrganization`.
 */
export async function probeCameras(options: ProbeOptions = {}): Promise<number> {
  const allow = options.allow ?? env().PROBE_ALLOW;
  if (allow.length === 0) return 0;
  const isAllowed = allowList(allow);
  let contacted = 0;
  const taken: Due[] = [];
  const probeTaken = async () => {
    const results = await inParallel(taken.splice(0), async (camera) => ({
      camera,
      result: await probe(new URL(camera.streamUrl), isAllowed, options),
    }));
    contacted += results.filter(({ result }) => result !== null).length;
    await storeResults(results);
  };
  const organizations = options.organizationId ? [options.organizationId] : await listDueOrganizations();
  // Cameras of several organizations share a step, because waiting for an unreachable camera takes seconds.
  const step = async (organizationId: string) => {
    taken.push(...(await takeDue(organizationId, CAMERAS_PER_STEP - taken.length)));
    const isFull = taken.length >= CAMERAS_PER_STEP;
    if (isFull) await probeTaken();
    return { done: 0, hasMore: isFull };
  };
  await forEachOrganization(organizations, step, options.signal).finally(probeTaken);
  return contacted;
}

const isDue = and(
  isNotNull(cameras.streamUrl),
  cameras.enabled,
  isNull(cameras.archivedAt),
  sql`(${cameras.probeDueAt} is null or ${cameras.probeDueAt} <= now())`,
);

async function listDueOrganizations(): Promise<string[]> {
  const rows = await database().db.selectDistinct({ id: cameras.organizationId }).from(cameras).where(isDue);
  return rows.map(({ id }) => id);
}

async function takeDue(organizationId: string, limit: number): Promise<Due[]> {
  const { db } = database();
  const isMine = eq(cameras.organizationId, organizationId);
  const due = db
    .select({ id: cameras.id })
    .from(cameras)
    .where(and(isMine, isDue))
    .orderBy(sql`${cameras.probeDueAt} nulls first`)
    .limit(limit)
    .for("update", { skipLocked: true });
  return db
    .update(cameras)
    .set({ probeDueAt: sql`now() + make_interval(secs => ${EVERY_S})` })
    .where(and(isMine, sql`${cameras.id} = any(array${due})`))
    .returning({
      organizationId: cameras.organizationId,
      id: cameras.id,
      // The type excludes null, because `isDue` does.
      streamUrl: sql<string>`${cameras.streamUrl}`,
    });
}

async function storeResults(results: readonly Probed[]): Promise<void> {
  const byOrganization = new Map<string, Probed[]>();
  for (const probed of results) {
    const { organizationId } = probed.camera;
    byOrganization.set(organizationId, [...(byOrganization.get(organizationId) ?? []), probed]);
  }
  for (const [organizationId, list] of byOrganization) await storeResultsOf(organizationId, list);
}

// Stores the results of one organization. A result is discarded if the camera's URL changed during the probe.
async function storeResultsOf(organizationId: string, results: readonly Probed[]): Promise<void> {
  const now = new Date().toISOString();
  const rows = results.map(({ camera: { id, streamUrl }, result }) => {
    return { id, stream_url: streamUrl, result, probed_at: result && now };
  });
  await database().db.execute(sql`
    update cameras c set probe_result = n.result, probed_at = n.probed_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(id uuid, stream_url text, result text, probed_at timestamptz)
    where c.organization_id = ${organizationId} and c.id = n.id and c.stream_url = n.stream_url
      and c.archived_at is null and (n.result is not null or c.probe_result is not null)`);
}

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}

function allowList(ranges: readonly string[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const range of ranges) {
    const [network = "", bits = ""] = range.split("/");
    const family = isIP(network) === 6 ? "ipv6" : "ipv4";
    lists[family].addSubnet(network, Number(bits), family);
  }
  const mapped = new BlockList();
  mapped.addSubnet("::ffff:0:0", 96, "ipv6");
  return (address) => {
    const version = isIP(address);
    if (version === 0 || address.includes("%")) return false;
    if (version === 4) return lists.ipv4.check(address);
    // An IPv6 address that maps to IPv4 is checked against the IPv4 ranges. So ::/0 doesn't include this machine's
    // 127.0.0.1.
    return lists[mapped.check(address, "ipv6") ? "ipv4" : "ipv6"].check(address, "ipv6");
  };
}

/**
 * Probes one stream.
 * @returns null if an address of the host isn't allowed, or if it has none.
 */
async function probe(
  url: URL,
  isAllowed: (address: string) => boolean,
  { resolve = resolveName, timeoutMs = TIMEOUT_MS }: ProbeOptions,
): Promise<ProbeResult | null> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await withTimeLimit(timeoutMs, resolve(host)).catch(() => []);
  const [address] = addresses;
  // Connects to the address that was checked, because a second lookup of the name could return another one.
  if (address === undefined || !addresses.every(isAllowed)) return null;
  return (await answers(url, host, address, timeoutMs)) ? "reachable" : "unreachable";
}

async function resolveName(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/**
 * Returns whether an address answers in RTSP (RFC 2326 §10.1), or in HTTP for an https URL. Any status counts,
 * even 401.
 */
function answers(url: URL, host: string, address: string, timeoutMs: number): Promise<boolean> {
  const isHttp = url.protocol === "https:";
  const request = isHttp
    ? `HEAD ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nUser-Agent: Sightline\r\nConnection: close\r\n\r\n`
    : `OPTIONS ${url.href} RTSP/1.0\r\nCSeq: 1\r\nUser-Agent: Sightline\r\n\r\n`;
  const expected = isHttp ? /^HTTP\/1\.[01] \d{3}/ : /^RTSP\/\d\.\d \d{3}/;
  const port = url.port ? Number(url.port) : (defaultPorts[url.protocol] ?? 0);
  return new Promise((resolve) => {
    // Certificates aren't verified, because cameras use self-signed ones and no secret is sent.
    const secure = { host: address, port, rejectUnauthorized: false, servername: isIP(host) ? "" : host };
    const socket = url.protocol === "rtsp:" ? connect({ host: address, port }) : connectSecurely(secure);
    let answer = "";
    const end = (hasAnswered: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(hasAnswered);
    };
    const timer = setTimeout(end, timeoutMs, false);
    socket.once(url.protocol === "rtsp:" ? "connect" : "secureConnect", () => socket.write(request));
    socket.on("data", (bytes: Buffer) => {
      answer += bytes.toString("latin1");
      if (answer.includes("\n") || answer.length > MAX_ANSWER_BYTES) end(expected.test(answer));
    });
    socket.on("error", () => end(false));
    socket.on("close", () => end(false));
  });
}
