import { Connection, type DriverOptions } from "./connection";
import { connectionError } from "./errors";
import type { Begin, Query } from "./query";

interface PoolOptions extends DriverOptions {
  max: number;
  /** How long a statement waits for a free connection, in milliseconds. */
  waitMs: number;
  silenceMs: number;
  mayPrepare: (text: string, values: readonly unknown[]) => boolean;
  /** Called after a connection has closed. */
  onClose?: (() => void) | undefined;
}

interface Waiting {
  take: (connection: Connection) => void;
  timer: NodeJS.Timeout;
}

/**
 * A pool of connections to one server, opened on demand. A connection serves one statement or transaction at a
 * time. So one that hangs doesn't delay other requests, and a lost one is replaced.
 */
export class Pool {
  private readonly connections = new Set<Connection>();
  private readonly idle: Connection[] = [];
  private readonly waiting = new Set<Waiting>();
  private isEnding = false;
  private onEmpty: (() => void) | undefined;

  constructor(
    private readonly url: string,
    private readonly options: PoolOptions,
  ) {}

  readonly query: Query = (text, parameters, options) =>
    this.use((connection) => connection.query(text, parameters, options));
  readonly begin: Begin = (run) => this.use((connection) => connection.begin(run));

  /**
   * Returns a free connection, or waits for one. The caller must release it.
   * @throws Error `POOL_TIMEOUT` if no connection became free in time.
   */
  async acquire(): Promise<Connection> {
    return this.free() ?? this.wait();
  }

  /**
   * Takes back a connection. One with unanswered statements is closed, because its next user would get their
   * replies.
   */
  release(connection: Connection): void {
    if (connection.unanswered > 0) connection.break();
    if (connection.isBroken) return;
    if (connection.isOld || (this.isEnding && this.waiting.size === 0)) void connection.end();
    else if (!this.serve(() => connection)) this.idle.push(connection);
  }

  /** Counts for metrics: open connections, idle connections, and waiting statements. */
  get counts() {
    return { open: this.connections.size, idle: this.idle.length, waiting: this.waiting.size };
  }

  private async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = this.free() ?? (await this.wait());
    try {
      return await work(connection);
    } finally {
      this.release(connection);
    }
  }

  /** Closes all connections immediately. New ones are opened on demand. */
  breakAll(): void {
    for (const connection of this.connections) connection.break();
  }

  /** Rejects new statements, waits up to `timeout` seconds for running ones, and closes all connections. */
  async end({ timeout }: { timeout?: number } = {}): Promise<void> {
    this.isEnding = true;
    const ended = new Promise<void>((resolve) => {
      this.onEmpty = resolve;
    });
    for (const connection of this.idle.splice(0)) void connection.end();
    if (this.connections.size === 0) return;
    const late = timeout === undefined ? undefined : setTimeout(() => this.breakAll(), timeout * 1_000);
    await ended;
    clearTimeout(late);
  }

  private free(): Connection | undefined {
    if (this.isEnding) throw connectionError("CONNECTION_ENDED");
    // The most recently used connection is taken first, because it has the most prepared statements.
    return this.idle.pop() ?? (this.connections.size < this.options.max ? this.open() : undefined);
  }

  private wait(): Promise<Connection> {
    return new Promise((take, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(connectionError("POOL_TIMEOUT"));
      }, this.options.waitMs);
      const waiting = { take, timer };
      this.waiting.add(waiting);
    });
  }

  private open(): Connection {
    const connection: Connection = new Connection(this.url, {
      ...this.options,
      onClose: () => this.forget(connection),
    });
    this.connections.add(connection);
    return connection;
  }

  private forget(connection: Connection): void {
    this.connections.delete(connection);
    const place = this.idle.indexOf(connection);
    if (place !== -1) this.idle.splice(place, 1);
    this.options.onClose?.();
    this.serve(() => this.open());
    if (this.connections.size === 0) this.onEmpty?.();
  }

  /**
   * Gives a connection to the statement that has waited longest.
   * @returns false if none is waiting.
   */
  private serve(find: () => Connection): boolean {
    const [next] = this.waiting;
    if (!next) return false;
    this.waiting.delete(next);
    clearTimeout(next.timer);
    next.take(find());
    return true;
  }
}
