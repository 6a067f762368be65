import { Connection, type DriverOptions } from "./connection";
import { connectionError } from "./errors";
import type { Begin, Send } from "./sql";

export interface PoolOptions extends DriverOptions {
  max: number;
  /** How long a statement waits for a free connection. */
  waitMs: number;
  silenceMs: number;
  mayPrepare: (text: string, values: readonly unknown[]) => boolean;
  /** Called whenever a connection has ended. */
  onClose?: (() => void) | undefined;
}

interface Waiting {
  take: (connection: Connection) => void;
  timer: NodeJS.Timeout;
}

/**
 * Connections to one server, opened as they are needed. A connection serves one statement or transaction at a time, so
 * that one that hangs delays nobody else, and one that broke is replaced by a new one.
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

  readonly send: Send = (...statement) => this.use((connection) => connection.send(...statement));
  readonly begin: Begin = (run) => this.use((connection) => connection.begin(run));

  /** @throws Error `POOL_TIMEOUT` when no connection became free in time. */
  async acquire(): Promise<Connection> {
    if (this.isEnding) throw connectionError("CONNECTION_ENDED");
    // The one used last: it has most statements prepared.
    const free = this.idle.pop();
    if (free) return free;
    if (this.connections.size < this.options.max) return this.open();
    return new Promise((take, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(connectionError("POOL_TIMEOUT"));
      }, this.options.waitMs);
      const waiting = { take, timer };
      this.waiting.add(waiting);
    });
  }

  /** Gives a connection back. One with unanswered statements is cut: the next user's would run among them. */
  release(connection: Connection): void {
    if (connection.unanswered > 0) connection.break();
    if (connection.isBroken) return;
    if (connection.isOld || (this.isEnding && this.waiting.size === 0)) void connection.end();
    else if (!this.serve(() => connection)) this.idle.push(connection);
  }

  private async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.acquire();
    try {
      return await work(connection);
    } finally {
      this.release(connection);
    }
  }

  /** Cuts all connections; new ones are opened as they are needed. */
  breakAll(): void {
    for (const connection of this.connections) connection.break();
  }

  /** Ends when all that runs has ended, at most `timeout` seconds later; takes nothing new. */
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

  /** Gives the longest waiting its connection; false when nobody waits. */
  private serve(find: () => Connection): boolean {
    const [next] = this.waiting;
    if (!next) return false;
    this.waiting.delete(next);
    clearTimeout(next.timer);
    next.take(find());
    return true;
  }
}
