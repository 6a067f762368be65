import postgres from "postgres";
import { connect, type Database } from "@/lib/db/client";
import { DrizzleDatabase } from "@/lib/db/drizzle";
import type { Queryable } from "@/lib/db/query";
import { HOUR_MS } from "@/lib/time";

/** The work that PostgreSQL did for the statements of one call. */
export interface Work {
  statements: number;
  /** Rows that the statements returned. */
  rows: number;
  /** Rows and index entries that were read, including rows that a filter then removed. */
  read: number;
  /** Page accesses of tables and indexes, whether cached or not. Repeated accesses count each time. */
  buffers: number;
  /** PostgreSQL's execution time in milliseconds, without planning. */
  ms: number;
  /** The scans of the query plan, which show where to improve it. */
  scans: string[];
}
const READS = /^\s*(?:select|with)\b/i;
export type PlanMode = "force_custom_plan" | "force_generic_plan";

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
}

interface Sent {
  text: string;
  parameters: readonly unknown[];
  /** Whether the product sends the statement as a prepared statement. */
  prepare: boolean;
}

/** Records the statements of data layer calls, and repeats them with EXPLAIN ANALYZE. */
export class Explainer {
  private sent: Sent[] = [];
  private readonly client: ReturnType<typeof connect>;
  private readonly bare: postgres.Sql;
  /** A database client that records statements. Pass it in the context of the explained calls. */
  readonly db: Database;

  constructor(url: string) {
    this.bare = postgres(url, { max: 1, onnotice: () => {}, connection: { TimeZone: "UTC", jit: "off" } });
    this.client = connect(url, { max: 1, statementTimeoutMs: HOUR_MS });
    this.db = new DrizzleDatabase(this.record(this.client.pool));
  }

  private record({ query, begin }: Queryable): Queryable {
    return {
      query: (text, parameters = [], options = {}) => {
        this.sent.push({ text, parameters, prepare: options.prepare ?? true });
        return query(text, parameters, options);
      },
      begin: (run) => begin((tx) => run(this.record(tx))),
    };
  }

  /**
   * Makes a call and explains its statements.
   * @returns the work of its reading statements. Writes aren't explained.
   */
  async explain(call: () => Promise<unknown>, mode: PlanMode = "force_custom_plan"): Promise<Work> {
    this.sent = [];
    await call();
    const reads = this.sent.filter(({ text }) => READS.test(text));
    const work: Work = { statements: 0, rows: 0, read: 0, buffers: 0, ms: 0, scans: [] };
    for (const { text, parameters, prepare } of reads) {
      await this.bare.unsafe(`set plan_cache_mode = ${prepare ? mode : "force_custom_plan"}`);
      await this.bare.unsafe(`prepare explained as ${text}`);
      const values = parameters.length > 0 ? `(${parameters.map(literal).join(", ")})` : "";
      const [row] = await this.bare.unsafe(`explain (analyze, buffers, format json) execute explained${values}`);
      await this.bare.unsafe("deallocate explained");
      const [{ Plan: plan, "Execution Time": ms }] = row?.["QUERY PLAN"] ?? [];
      work.statements += 1;
      work.rows += plan["Actual Rows"];
      work.buffers += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
      work.ms += ms;
      for (const scan of scansOf(plan)) {
        work.read += scan.read;
        work.scans.push(scan.told);
      }
    }
    return work;
  }

  async end(): Promise<void> {
    await Promise.all([this.client.sql.end(), this.bare.end()]);
  }
}

function* scansOf(node: PlanNode): Generator<{ read: number; told: string }> {
  for (const part of node.Plans ?? []) yield* scansOf(part);
  const isScan = node["Index Name"] !== undefined || node["Relation Name"] !== undefined;
  if (!isScan || node["Node Type"] === "ModifyTable") return;
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const read = (node["Actual Rows"] + removed) * node["Actual Loops"];
  if (node["Actual Loops"] > 0) {
    yield { read, told: `${node["Node Type"]} ${node["Index Name"] ?? node["Relation Name"]}: ${read}` };
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return literal(`{${value.map((item) => JSON.stringify(String(item))).join()}}`);
  const text = value instanceof Date ? value.toISOString() : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}
