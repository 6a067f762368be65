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

/** Connections to the replica per instance, opened as they are needed. */
const MAX_READERS = 12;
/** How long a statement waits on the replica until everything that it must see is there. */
const WAIT_MS = 20;
/** A replica that says nothing at all for so long is taken for dead. */
const SILENCE_MS = 250;
/** Below the primary's, and what is left of a request's time suffices to ask the primary when the replica dies. */
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

/** One connection to a replica. An address may lead to several, so what is known of the server ends with it. */
class Reader {
  /** Reads that are under way. */
  pending = 0;
  /** How many connections have ended. */
  ended = 0;
  /** Of the primary that the replica follows; 0 until that is known, which takes a connection. */
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

  /** Whether it may be used. One that failed is tried again after a while, by one read at a time. */
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
   * Connects and finds out whether the replica follows the primary's timeline. After a failover that lost writes, an old
   * replica may be ahead of the new primary and yet lack what that has stored since.
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

  /** Sends a read right behind the check of the replica's position, so that the check costs no extra round trip. */
  async ask<T>(position: WalPosition, run: Run<T>): Promise<{ isFit: Promise<boolean>; answer: Promise<T> }> {
    const connection = await this.replica.pool.acquire();
    const isFit = this.reaches(connection, position);
    const answer = run(connection);
    void Promise.allSettled([isFit, answer]).then(() => this.replica.pool.release(connection));
    return { isFit, answer };
  }

  /** Closes the connection with everything that waits on it. The next preparation opens a new one. */
  reset(): void {
    this.replica.pool.breakAll();
  }

  /** Whether the replica has everything up to a position; waits a little until it has. */
  private async reaches(connection: Connection, { lsn, bytes }: WalPosition): Promise<boolean> {
    if (this.replayed >= bytes) return true;
    // Sent synchronously, before the read.
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

/** The replicas behind `DATABASE_REPLICA_URL`. */
class Replica {
  private readonly readers: Reader[] = [];
  private toldAt = 0;

  constructor(private readonly url: string) {}

  /**
   * Runs a statement, or a transaction that only reads, where everything up to a position is to be seen.
   * @returns undefined when that is the primary.
   * @throws what the statement throws on a replica that was fit to run it.
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
      // Behind a long statement of the same connection others may have to wait.
      else if (isAlone || !LATE.has(code ?? "")) this.abandon(code);
      return undefined;
    } finally {
      reader.pending -= 1;
    }
  }

  /** The connection with the least to do. Where all have something to do, one more is prepared for later reads. */
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

  // What is true of one connection is likely to be true of all; those that hang would do so for long.
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

/** The expression that a statement on the primary selects at the start of a request; null without a replica. */
export const walPosition = () => replica() && WAL_POSITION;

/**
 * The database for reads that are to see everything up to a position of the primary's log: the replica as soon as it has
 * replayed that far, else the primary, from which a request then reads to its end. A replica that lags, restarts, is
 * promoted or cancels a statement costs a read a moment, never an error.
 * @param position what `walPosition` gave after the request began; without one this is the primary.
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
