import { once } from "node:events";
import type { Writable } from "node:stream";
import postgres from "postgres";
import { idAt, randomNumbers, rowMaker, type Sinks } from "./data-rows";
import {
  createWorlds,
  type Named,
  severityShares,
  statusShares,
  tagData,
  titleWords,
  useCases,
  type Worlds,
} from "./data-world";

const DAY_MS = 24 * 3_600_000;
/** The alerts span slightly less than the retention period, so that the retention job deletes none of them. */
const SPAN_D = 360;
const CHUNK_CHARACTERS = 1 << 18;
const ROWS_PER_TURN = 256;
/** One index build per core. Each uses up to `INDEX_MEMORY`. */
const INDEXES_AT_ONCE = 2;
const INDEX_MEMORY = "1GB";

/** The tables to fill, with their columns in the order of the COPY rows. */
const columns = {
  alerts: `organization_id, id, camera_id, use_case, status, severity, title, description, occurred_at, dedup_key,
    confidence, media, tags, metadata, assignee_id, disposition, disposition_reason, occurrence_count, last_occurred_at,
    source_kind, source_id, source_name, created_at, updated_at, acknowledged_at, acknowledged_by_kind,
    acknowledged_by_id, acknowledged_by_name, resolved_at, resolved_by_kind, resolved_by_id, resolved_by_name, version`,
  events: `organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data, created_at, transaction_id`,
  open_dedup_keys: "organization_id, dedup_key, alert_id",
  alert_counts: "organization_id, cube, day, camera_id, use_case, severity, status, counts",
} as const;
type Table = keyof typeof columns;
const tables = Object.keys(columns) as Table[];

export interface LoadOptions {
  alerts: number;
  organizations?: number;
  /** The seed of the random data. The same seed gives the same alerts, except for the API key and the newest time. */
  seed?: number;
  /** When the newest alert was created. The oldest alert is 360 days older. */
  until?: Date;
}

export interface Loaded extends Pick<Worlds, "apiKey" | "cameras" | "sites" | "users"> {
  /** UUIDs of the organizations. The first one owns half of all alerts, and the others share the rest evenly. */
  organizationIds: string[];
  useCases: Named;
  tags: Named;
  /** Words in alert titles. */
  words: Named;
  severities: Pick<Named, "frequent" | "medium">;
  statuses: Pick<Named, "frequent" | "medium">;
  from: Date;
  until: Date;
  copyMs: number;
  indexMs: number;
}

/**
 * Fills a migrated database with alerts and related rows: organizations, cameras, creation events, open dedup
 * keys, and rolled-up counts. It drops all indexes before COPY and recreates them at the end. A failed load leaves
 * the database without indexes.
 */
export async function loadAlerts(url: string, options: LoadOptions): Promise<Loaded> {
  const { alerts, organizations = 50, seed = 1, until = new Date() } = options;
  const sql = postgres(url, { max: tables.length, connect_timeout: 10, onnotice: () => {} });
  try {
    const [{ full } = { full: true }] = await sql<{ full: boolean }[]>`select exists (select from alerts) as full`;
    if (full) throw new Error("The database has alerts already: give a new one");
    const started = Date.now();
    const random = randomNumbers(seed);
    const untilMs = until.getTime();
    const span = { alerts, fromMs: untilMs - SPAN_D * DAY_MS, untilMs };
    let serial = 0;
    const made = await createWorlds(sql, organizations, () => {
      serial += 1;
      return idAt(span.fromMs - DAY_MS + Math.floor(serial / 4_096), serial % 4_096, random);
    });
    const again = await dropIndexes(sql);
    await copyRows(sql, made.worlds, span, random);
    const copied = Date.now();
    await makeIndexes(sql, again);
    return {
      organizationIds: made.worlds.map(({ id }) => id),
      apiKey: made.apiKey,
      cameras: made.cameras,
      sites: made.sites,
      users: made.users,
      useCases: useCases.named,
      tags: tagData.named,
      words: titleWords.named,
      severities: mostAndLeast(severityShares),
      statuses: mostAndLeast(statusShares),
      from: new Date(span.fromMs),
      until,
      copyMs: copied - started,
      indexMs: Date.now() - copied,
    };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function mostAndLeast(shares: Record<string, number>): { frequent: string; medium: string } {
  const names = Object.keys(shares).toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
  return { frequent: names[0] ?? "", medium: names.at(-1) ?? "" };
}

/**
 * Drops the primary keys, unique constraints and indexes of the tables.
 * @returns the statements that recreate them, slowest first.
 */
async function dropIndexes(sql: postgres.Sql): Promise<string[]> {
  const found = await sql<{ table: Table; name: string; isKey: boolean; definition: string; isSearch: boolean }[]>`
    select t.relname as "table", i.relname as name, c.oid is not null as "isKey", m.amname = 'gin' as "isSearch",
      coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.oid)) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join pg_am m on m.oid = i.relam
      left join pg_constraint c on c.conindid = i.oid and c.conrelid = t.oid and c.contype in ('p', 'u')
    where t.relnamespace = 'public'::regnamespace and t.relname = any(${tables})
    order by m.amname = 'gin' desc, t.relname, i.relname`;
  for (const { table, name, isKey } of found) {
    await sql.unsafe(isKey ? `alter table ${table} drop constraint "${name}"` : `drop index "${name}"`);
  }
  return found.map(({ table, name, isKey, definition }) =>
    isKey ? `alter table ${table} add constraint "${name}" ${definition}` : definition,
  );
}

/** Truncates a table and starts a COPY in the same transaction, because only then can PostgreSQL freeze the rows. */
async function openCopy(sql: postgres.Sql, table: Table): Promise<{ stream: Writable; done: Promise<unknown> }> {
  let done: Promise<unknown> = Promise.resolve();
  const stream = await new Promise<Writable>((opened, failed) => {
    done = sql.begin(async (tx) => {
      await tx.unsafe(`truncate ${table}`);
      const copy = await tx.unsafe(`copy ${table} (${columns[table]}) from stdin with (freeze)`).writable();
      opened(copy);
      await new Promise((resolve, reject) => copy.once("close", resolve).once("error", reject));
    });
    done.catch(failed);
  });
  return { stream, done };
}

async function copyRows(
  sql: postgres.Sql,
  worlds: Worlds["worlds"],
  span: { alerts: number; fromMs: number; untilMs: number },
  random: () => number,
): Promise<void> {
  const copies = await Promise.all(tables.map(async (table) => ({ table, ...(await openCopy(sql, table)) })));
  const out: Sinks = { alerts: [], events: [], open_dedup_keys: [], alert_counts: [] };
  const waiting: Record<Table, string> = { alerts: "", events: "", open_dedup_keys: "", alert_counts: "" };
  async function send(isLast: boolean): Promise<void> {
    for (const { table, stream } of copies) {
      waiting[table] += out[table].join("");
      out[table].length = 0;
      if (waiting[table].length < CHUNK_CHARACTERS && !isLast) continue;
      const hasRoom = stream.write(Buffer.from(waiting[table], "latin1"));
      waiting[table] = "";
      if (!hasRoom) await once(stream, "drain");
    }
  }
  const rows = rowMaker(worlds, span, random, out);
  for (let i = 0; i < span.alerts; i += 1) {
    rows.next(i);
    if (i % ROWS_PER_TURN === 0) await send(false);
  }
  rows.end();
  await send(true);
  for (const { stream } of copies) stream.end();
  await Promise.all(copies.map(({ done }) => done));
}

async function makeIndexes(sql: postgres.Sql, statements: string[]): Promise<void> {
  const left = [...statements];
  await Promise.all(
    Array.from({ length: INDEXES_AT_ONCE }, async () => {
      const connection = await sql.reserve();
      await connection.unsafe(`set maintenance_work_mem = '${INDEX_MEMORY}'`);
      for (let next = left.shift(); next; next = left.shift()) await connection.unsafe(next);
      connection.release();
    }),
  );
  await sql.unsafe("vacuum analyze");
}
