import { env } from "@/lib/env";
import { isFailure } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { withTimeLimit } from "@/lib/time-limit";
import { connect, type Database, database } from "./client";
import type { Connection } from "./connection";
import { DrizzleDatabase } from "./drizzle";
import { databaseCode, isStatementError } from "./errors";
import type { Queryable } from "./query";
import { lsnToBytes, parsePosition, WAL_POSITION, type WalPosition } from "./wal-position";

/** The maximum number of connections to the replica per instance. They are opened on demand. */
const MAX_READERS = 12;
/** How long a read waits for the replica to catch up. */
const WAIT_MS = 20;
/** A replica that doesn't respond for this long is considered down. */
const SILENCE_MS = 250;
/**
 * The timeout is shorter than the primary's. If the replica fails, enough of the request's time remains to use the
 * primary.
 */
const STATEMENT_TIMEOUT_MS = 4_000;
const ANSWER_WITHIN_MS = 4_500;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;

const QUERY_CANCELED = "57014";
const LATE = new Set(["ETIMEDOUT", "POOL_TIMEOUT"]);
const REACHED = `
  select pg_last_wal_replay_lsn()::text as lsn from generate_series(1, ${WAIT_MS})
  where case when pg_last_wal_replay_lsn() >= $1::pg_lsn then true else pg_sleep(0.001)::text is null end limit 1`;
const SYSTEM = "select system_identifier::text as system from pg_control_system()";
const ORIGIN =
  "select system_identifier::text as system, timeline_id as timeline from pg_control_system(), pg_control_checkpoint()";

type Run<T> = (on: Queryable) => Promise<T>;

/** One connection to a replica. State is kept per connection, because an address may lead to several servers. */
class Reader {
  /** The number of running reads. */
  pending = 0;
  /** The number of connections that have closed. */
  ended = 0;
  /** The timeline of the primary that the replica follows. 0 until a connection was prepared. */
  timeline = 0;
  isPreparing = false;
  private readonly replica: ReturnType<typeof connect>;
  private replayed = 0;
  private failures = 0;
  private retryAt = 0;

  constructor(url: string) {
    this.replica = connect(url, {
      max: 1,
      waitMs: SILENCE_MS,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      onClose: () => this.forget(),
    });
  }

  /**
   * Whether the connection may be used. After a failure, it is retried after a delay, and by only one read at a
   * time.
   */
  get isFree(): boolean {
    return this.failures === 0 || (this.pending === 0 && Date.now() >= this.retryAt);
  }

  succeed(): void {
    this.failures = 0;
  }

  fail(): void {
    if (Date.now() < this.retryAt) return;
    this.retryAt = Date.now() + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures);
    this.failures += 1;
  }

  /**
   * Connects, and returns whether the replica follows the primary's timeline. After a failover that lost writes,
   * an old replica may be ahead of the new primary, but lack newer writes.
   */
  async prepare({ timeline }: WalPosition): Promise<boolean> {
    this.isPreparing = true;
    try {
      const { ended } = this;
      const [primary] = await database().sql.query<{ system: string }>(SYSTEM);
      const [mine] = await this.replica.sql.query<{ system: string; timeline: number }>(ORIGIN);
      const follows = mine !== undefined && mine.system === primary?.system && mine.timeline === timeline;
      if (follows && ended === this.ended) this.timeline = timeline;
      return follows;
    } finally {
      this.isPreparing = false;
    }
  }

  /**
   * Sends the position check and the read together, which saves a round trip. The answer is valid only if `isFit`
   * resolves to true.
   */
  async ask<T>(position: WalPosition, run: Run<T>): Promise<{ isFit: Promise<boolean>; answer: Promise<T> }> {
    const connection = await this.replica.pool.acquire();
    const isFit = this.reaches(connection, position);
    const answer = run(connection);
    void Promise.allSettled([isFit, answer]).then(() => this.replica.pool.release(connection));
    return { isFit, answer };
  }

  /** Closes the connection, so that its waiting reads fail. The next preparation opens a new one. */
  reset(): void {
    this.replica.pool.breakAll();
  }

  /** Returns whether the replica has replayed up to a position, after waiting for about `WAIT_MS` at most. */
  private async reaches(connection: Connection, { lsn, bytes }: WalPosition): Promise<boolean> {
    if (this.replayed >= bytes) return true;
    // No `await` precedes this query, so the check is sent before the read.
    const [row] = await connection.query<{ lsn: string }>(REACHED, [lsn]);
    if (row) this.replayed = lsnToBytes(row.lsn);
    return row !== undefined;
  }

  private forget(): void {
    this.ended += 1;
    this.replayed = 0;
    this.timeline = 0;
  }
}

/** Reads from the replica or replicas at `DATABASE_REPLICA_URL`. */
class Replica {
  private readonly readers: Reader[] = [];
  private toldAt = 0;

  constructor(private readonly url: string) {}

  /**
   * Runs a statement or read-only transaction on a replica that has replayed up to a position.
   * @returns undefined if the primary must be used.
   * @throws the errors of a statement on an up-to-date replica.
   */
  async read<T>(position: WalPosition, run: Run<T>): Promise<{ result: T } | undefined> {
    const reader = this.pick(position);
    if (!reader) return undefined;
    const { ended } = reader;
    const isAlone = reader.pending === 0;
    let isFit = false;
    reader.pending += 1;
    try {
      const read = await reader.ask(position, run);
      isFit = await withTimeLimit(SILENCE_MS, read.isFit);
      if (!isFit) return this.rest([reader], "it lags");
      const result = await withTimeLimit(ANSWER_WITHIN_MS, read.answer);
      if (reader.ended !== ended) return undefined;
      reader.succeed();
      return { result };
    } catch (error) {
      const code = databaseCode(error);
      const isFinal = isFailure(error) || code === QUERY_CANCELED;
      if (isFinal && isFit && reader.ended === ended) throw error;
      if (isStatementError(error)) this.tell(`it rejected a statement (${code})`);
      // If the read shared the connection, a timeout may only mean that it waited for a long statement. Then the
      // replica isn't considered down.
      else if (isAlone || !LATE.has(code ?? "")) this.abandon(code);
      return undefined;
    } finally {
      reader.pending -= 1;
    }
  }

  /** Returns the least busy connection that can be used. If none is idle, prepares another one for later reads. */
  private pick(position: WalPosition): Reader | undefined {
    const free = this.readers.filter(({ isFree }) => isFree);
    const ready = free.filter(({ timeline }) => timeline === position.timeline);
    const best = ready.reduce<Reader | undefined>((a, b) => (a && a.pending <= b.pending ? a : b), undefined);
    if (best?.pending !== 0) this.prepareOne(position, free);
    return best;
  }

  private prepareOne(position: WalPosition, free: readonly Reader[]): void {
    if (this.readers.some(({ isPreparing }) => isPreparing)) return;
    let reader = free.find(({ timeline }) => timeline !== position.timeline);
    if (!reader) {
      if (this.readers.length === MAX_READERS) return;
      reader = new Reader(this.url);
      this.readers.push(reader);
    }
    const chosen = reader;
    withTimeLimit(ANSWER_WITHIN_MS, chosen.prepare(position)).then(
      (follows) => follows || this.rest([chosen], "it doesn't follow the primary"),
      (error) => this.abandon(databaseCode(error)),
    );
  }

  // Stops using all connections. If one fails, the others probably fail, too, and their reads would hang.
  private abandon(code = "unknown"): void {
    this.rest(this.readers, code);
    for (const reader of this.readers) reader.reset();
  }

  private rest(readers: readonly Reader[], reason: string): undefined {
    for (const reader of readers) reader.fail();
    this.tell(reason);
  }

  private tell(reason: string): void {
    if (Date.now() - this.toldAt < LAST_RETRY_MS) return;
    this.toldAt = Date.now();
    log.warn({ reason }, "the primary answers instead of the replica");
  }
}

const replica = () =>
  processSingleton("replica", () => {
    const url = env().DATABASE_REPLICA_URL;
    return url === undefined ? null : new Replica(url);
  });

/** Returns SQL for the primary's log position, to be selected at the start of a request. Null without a replica. */
export const walPosition = () => replica() && WAL_POSITION;

/**
 * Returns the database for reads that must see everything up to a position of the primary's log. Reads use the
 * replica once it has replayed that far. Otherwise, they use the primary, which then serves the rest of the
 * request. A replica that lags, restarts, is promoted or cancels a statement delays a read, but never makes it
 * fail.
 * @param position a value of `walPosition` from after the start of the request. Without one, the primary is used.
 */
export function readerAt(position: string | null | undefined): Database {
  const { db, pool } = database();
  const source = position ? replica() : null;
  if (!position || !source) return db;
  const needed = parsePosition(position);
  let isAway = false;
  const read = async <T>(run: Run<T>): Promise<T> => {
    const found = isAway ? undefined : await source.read(needed, run);
    if (found) return found.result;
    isAway = true;
    return run(pool);
  };
  return new DrizzleDatabase({
    query: (text, parameters, options) => read((on) => on.query(text, parameters, options)),
    begin: (run) => read((on) => on.begin(run)),
  });
}
