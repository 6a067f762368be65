import { database } from "@/lib/db/client";
import type { RequestOutcome } from "@/lib/db/values";
import { log } from "@/lib/log";
import { once } from "@/lib/once";

/** One line of the request log; ids are UUIDs, times ISO 8601. */
export interface RequestRecord {
  organization_id: string;
  id: string;
  method: string;
  route: string;
  status: number;
  code: string | null;
  duration_ms: number;
  credential_kind: string;
  credential_id: string;
  ip: string | null;
  user_agent: string | null;
  created_at: string;
}

const FLUSH_INTERVAL_MS = 1_000;
const MAX_BUFFERED = 20_000;
const MAX_ROWS_PER_STATEMENT = 2_000;
const LAST_USED_INTERVAL_MS = 60_000;

function outcomeOf(status: number): RequestOutcome {
  if (status < 400) return "ok";
  if (status === 429) return "rate_limited";
  if (status === 401 || status === 403) return "denied";
  return status < 500 ? "invalid" : "failed";
}

interface Usage {
  counts: Record<RequestOutcome, number>;
  latest: RequestRecord;
}

const state = () =>
  once("request-log", () => ({
    buffer: [] as RequestRecord[],
    dropped: 0,
    timer: null as NodeJS.Timeout | null,
    running: null as Promise<void> | null,
    lastUsedWritten: new Map<string, number>(),
  }));

/** Notes a request. Costs an array push; when the database cannot keep up, lines are lost rather than requests. */
export function recordRequest(record: RequestRecord): void {
  const log = state();
  if (log.buffer.length >= MAX_BUFFERED) {
    log.dropped += 1;
    return;
  }
  log.buffer.push(record);
  log.timer ??= setTimeout(() => void flushRequestLog(), FLUSH_INTERVAL_MS).unref();
}

/** Writes what is buffered; called by the timer and at the stop of the process. */
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
    const rows = current.buffer.splice(0, MAX_ROWS_PER_STATEMENT);
    try {
      await store(rows, current.lastUsedWritten);
    } catch (error) {
      log.warn({ lost: rows.length, error: (error as Error).name }, "request log lines were lost");
    }
  }
  if (current.dropped > 0) log.warn({ lost: current.dropped }, "the request log was full");
  current.dropped = 0;
}

async function store(rows: RequestRecord[], lastUsedWritten: Map<string, number>): Promise<void> {
  const { sql } = database();
  const usage = new Map<string, Usage>();
  for (const row of rows) {
    const counts = usage.get(row.credential_id)?.counts ?? { ok: 0, rate_limited: 0, denied: 0, invalid: 0, failed: 0 };
    counts[outcomeOf(row.status)] += 1;
    usage.set(row.credential_id, { counts, latest: row });
  }
  const used = [...usage.values()].map(({ counts, latest }) => ({ ...latest, ...counts }));
  const now = Date.now();
  const stale = used.filter((row) => now - (lastUsedWritten.get(row.credential_id) ?? 0) >= LAST_USED_INTERVAL_MS);
  await sql.begin(async (tx) => {
    await tx`
      insert into requests (organization_id, id, method, route, status, code, duration_ms, credential_kind,
                            credential_id, ip, user_agent, created_at)
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(organization_id uuid, id uuid, method text,
        route text, status smallint, code text, duration_ms int, credential_kind text, credential_id uuid, ip text,
        user_agent text, created_at timestamptz)`;
    await tx`
      insert into key_usage as u (organization_id, key_id, day, ok, rate_limited, denied, invalid, failed)
      select organization_id, credential_id, (created_at at time zone 'UTC')::date, ok, rate_limited, denied, invalid, failed
      from json_to_recordset(${JSON.stringify(used)}::json) as r(organization_id uuid, credential_id uuid,
        created_at timestamptz, ok int, rate_limited int, denied int, invalid int, failed int)
      order by organization_id, credential_id
      on conflict (organization_id, key_id, day) do update set ok = u.ok + excluded.ok,
        rate_limited = u.rate_limited + excluded.rate_limited, denied = u.denied + excluded.denied,
        invalid = u.invalid + excluded.invalid, failed = u.failed + excluded.failed`;
    if (stale.length === 0) return;
    await tx`
      update api_keys k set last_used_at = r.created_at, last_used_ip = r.ip, last_used_agent = r.user_agent
      from json_to_recordset(${JSON.stringify(stale)}::json) as r(organization_id uuid, credential_id uuid,
        created_at timestamptz, ip text, user_agent text)
      where k.organization_id = r.organization_id and k.id = r.credential_id
        and (k.last_used_at is null or k.last_used_at < r.created_at)`;
  });
  for (const row of stale) lastUsedWritten.set(row.credential_id, now);
}
