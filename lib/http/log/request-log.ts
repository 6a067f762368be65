import { setImmediate } from "node:timers/promises";
import { database } from "@/lib/db/client";
import type { Sql } from "@/lib/db/query";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import type { RequestOutcome } from "@/lib/values";
import { MAX_KEPT_BODY, type RequestLine, type RequestRecord, toRequestLine } from "./request-line";

const FLUSH_INTERVAL_MS = 1_000;
const MAX_BUFFERED = 20_000;
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024;
/** Estimated bytes of an entry, without the values whose length callers control. */
const LINE_BYTES = 700;
const MAX_ROWS_PER_STATEMENT = 2_000;
/** Masking many large bodies takes long. After this many milliseconds, it pauses so that other requests can run. */
const MASKING_TURN_MS = 4;
const LAST_USED_INTERVAL_MS = 60_000;

function outcomeOf(status: number): RequestOutcome {
  if (status < 400) return "ok";
  if (status === 429) return "rate_limited";
  if (status === 401 || status === 403) return "denied";
  return status < 500 ? "invalid" : "failed";
}

const state = () =>
  processSingleton("request-log", () => ({
    buffer: [] as RequestRecord[],
    bytes: 0,
    dropped: 0,
    timer: null as NodeJS.Timeout | null,
    running: null as Promise<void> | null,
    lastUsedWritten: new Map<string, number>(),
  }));

function sizeOf({ target, refusal }: RequestRecord): number {
  const size = LINE_BYTES + (target?.length ?? 0);
  if (!refusal) return size;
  const texts = refusal.errors?.reduce((sum, issue) => sum + issue.detail.length + (issue.pointer?.length ?? 64), 0);
  return size + refusal.detail.length + (texts ?? 0) + (refusal.body?.length ?? 0);
}

/**
 * Adds a request to the buffer. This costs only an array push, and for a rejected request a copy of the start of
 * its body. If the database can't keep up, bodies and then entries are dropped instead of rejecting requests.
 */
export function recordRequest(record: RequestRecord): void {
  const current = state();
  const { refusal } = record;
  if (refusal?.body) {
    const hasRoom = current.bytes < MAX_BUFFERED_BYTES / 2;
    // Copies the start of the body, because the body may be part of a much larger buffer.
    record.refusal = { ...refusal, body: hasRoom ? Buffer.from(refusal.body.subarray(0, MAX_KEPT_BODY)) : null };
  }
  const bytes = current.bytes + sizeOf(record);
  if (current.buffer.length >= MAX_BUFFERED || bytes > MAX_BUFFERED_BYTES) {
    current.dropped += 1;
    return;
  }
  current.bytes = bytes;
  current.buffer.push(record);
  current.timer ??= setTimeout(() => void flushRequestLog(), FLUSH_INTERVAL_MS).unref();
}

/**
 * Returns the number of buffered entries, their size in bytes, and the entries dropped since the last write. Used
 * in tests and benchmarks.
 */
export function requestLogState(): { lines: number; bytes: number; dropped: number } {
  const { buffer, bytes, dropped } = state();
  return { lines: buffer.length, bytes, dropped };
}

/** Writes the buffered entries to the database. Called by a timer and at shutdown. */
export async function flushRequestLog(): Promise<void> {
  const current = state();
  if (current.timer) clearTimeout(current.timer);
  current.timer = null;
  await current.running;
  current.running = write().finally(() => {
    current.running = null;
  });
  await current.running;
}

async function write(): Promise<void> {
  const current = state();
  while (current.buffer.length > 0) {
    const records = current.buffer.splice(0, MAX_ROWS_PER_STATEMENT);
    const bytes = records.reduce((sum, record) => sum + sizeOf(record), 0);
    try {
      await store(await masked(records), current.lastUsedWritten);
    } catch (error) {
      log.warn({ lost: records.length, error: (error as Error).name }, "request log lines were lost");
    }
    // Entries count toward the limit until they are written, which limits memory while the database doesn't
    // respond.
    current.bytes -= bytes;
  }
  if (current.dropped > 0) log.warn({ lost: current.dropped }, "the request log was full");
  current.dropped = 0;
}

async function masked(records: readonly RequestRecord[]): Promise<RequestLine[]> {
  const lines: RequestLine[] = [];
  let turn = performance.now();
  for (const record of records) {
    const isLong = record.refusal !== undefined;
    lines.push(toRequestLine(record));
    if (!isLong || performance.now() - turn < MASKING_TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  return lines;
}

async function store(lines: RequestLine[], lastUsedWritten: Map<string, number>): Promise<void> {
  const used = usageOf(lines);
  const now = Date.now();
  const stale = used.filter((row) => now - (lastUsedWritten.get(bearerOf(row)) ?? 0) >= LAST_USED_INTERVAL_MS);
  await database().sql.begin(async (tx) => {
    await tx`
      insert into requests (organization_id, id, method, route, status, code, duration_ms, credential_kind,
                            credential_id, ip, user_agent, created_at, target, detail, errors, request_body)
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as r(organization_id uuid, id uuid, method text,
        route text, status smallint, code text, duration_ms int, credential_kind text, credential_id uuid, ip text,
        user_agent text, created_at timestamptz, target text, detail text, errors jsonb, request_body text)`;
    await tx`
      insert into request_counts as c (organization_id, hour, credential_id, method, route, status, count)
      select organization_id, hour, credential_id, method, route, status, count
      from json_to_recordset(${JSON.stringify(countsOf(lines))}::json) as r(organization_id uuid, hour timestamptz,
        credential_id uuid, method text, route text, status smallint, count int)
      order by organization_id, hour, credential_id, route, method, status
      on conflict (organization_id, hour, credential_id, route, method, status) do update
        set count = c.count + excluded.count`;
    await tx`
      insert into key_usage as u (organization_id, key_id, day, ok, rate_limited, denied, invalid, failed)
      select organization_id, credential_id, (created_at at time zone 'UTC')::date, ok, rate_limited, denied, invalid, failed
      from json_to_recordset(${JSON.stringify(used)}::json) as r(organization_id uuid, credential_id uuid,
        created_at timestamptz, ok int, rate_limited int, denied int, invalid int, failed int)
      order by organization_id, credential_id
      on conflict (organization_id, key_id, day) do update set ok = u.ok + excluded.ok,
        rate_limited = u.rate_limited + excluded.rate_limited, denied = u.denied + excluded.denied,
        invalid = u.invalid + excluded.invalid, failed = u.failed + excluded.failed`;
    await noteUse(tx, stale);
  });
  for (const row of stale) lastUsedWritten.set(bearerOf(row), now);
}

/** Returns the identifier of a credential in one organization. An app may access several organizations. */
const bearerOf = (line: Pick<RequestLine, "organization_id" | "credential_id">) =>
  line.organization_id + line.credential_id;

type Usage = Omit<RequestLine, "target" | "refusal" | "detail" | "errors" | "request_body"> &
  Record<RequestOutcome, number>;

/** Counts requests per credential and outcome. Each count has the client of the latest request. */
function usageOf(lines: readonly RequestLine[]): Usage[] {
  const usage = new Map<string, { counts: Record<RequestOutcome, number>; latest: RequestLine }>();
  for (const line of lines) {
    const key = bearerOf(line);
    const counts = usage.get(key)?.counts ?? { ok: 0, rate_limited: 0, denied: 0, invalid: 0, failed: 0 };
    counts[outcomeOf(line.status)] += 1;
    usage.set(key, { counts, latest: line });
  }
  return [...usage.values()].map(({ counts, latest }) => {
    const {
      target: _target,
      detail: _detail,
      errors: _errors,
      request_body: _body,
      refusal: _refusal,
      ...line
    } = latest;
    return { ...line, ...counts };
  });
}

type RequestCount = Pick<RequestLine, "organization_id" | "credential_id" | "method" | "route" | "status"> & {
  hour: string;
  count: number;
};

/** Counts requests per hour (UTC), credential, operation and status. */
function countsOf(lines: readonly RequestLine[]): RequestCount[] {
  const counts = new Map<string, RequestCount>();
  for (const { organization_id, credential_id, method, route, status, created_at } of lines) {
    const hour = `${created_at.slice(0, 13)}:00:00Z`;
    const key = `${organization_id} ${hour} ${credential_id} ${method} ${route} ${status}`;
    const row = counts.get(key) ?? { organization_id, hour, credential_id, method, route, status, count: 0 };
    row.count += 1;
    counts.set(key, row);
  }
  return [...counts.values()];
}

/** Stores when and from where each credential was last used. An app may call organizations other than its own. */
async function noteUse(tx: Sql, used: readonly Usage[]): Promise<void> {
  const keys = used.filter((row) => row.credential_kind === "api_key");
  const apps = used.filter((row) => row.credential_kind === "oauth_app");
  if (keys.length > 0) {
    await tx`
      update api_keys k set last_used_at = r.created_at, last_used_ip = r.ip, last_used_agent = r.user_agent
      from json_to_recordset(${JSON.stringify(keys)}::json) as r(organization_id uuid, credential_id uuid,
        created_at timestamptz, ip text, user_agent text)
      where k.organization_id = r.organization_id and k.id = r.credential_id
        and (k.last_used_at is null or k.last_used_at < r.created_at)`;
  }
  if (apps.length > 0) {
    await tx`
      update oauth_apps a set last_used_at = r.created_at, last_used_ip = r.ip, last_used_agent = r.user_agent
      from json_to_recordset(${JSON.stringify(apps)}::json) as r(credential_id uuid, created_at timestamptz, ip text,
        user_agent text)
      where a.id = r.credential_id and (a.last_used_at is null or a.last_used_at < r.created_at)`;
    await tx`
      update oauth_grants g set last_used_at = r.created_at
      from json_to_recordset(${JSON.stringify(apps)}::json) as r(organization_id uuid, credential_id uuid,
        created_at timestamptz)
      where g.organization_id = r.organization_id and g.app_id = r.credential_id and g.revoked_at is null
        and (g.last_used_at is null or g.last_used_at < r.created_at)`;
  }
}
