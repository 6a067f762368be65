import { once } from "node:events";
import { connect, type Socket } from "node:net";
import postgres from "postgres";
import { connectionError, isStatementError } from "./errors";
import type { Begin, Query, QueryOptions } from "./query";
import { transact } from "./transaction";
import { registerTypes } from "./types";

const CONNECT_TIMEOUT_MS = 2_000;
/**
 * The minimum age at which a connection is replaced. This frees its prepared statements and picks up a changed
 * address.
 */
const LIFETIME_MS = 30 * 60_000;
const END_TIMEOUT_S = 1;

/** The postgres.js options that differ between pools. */
export type DriverOptions = Pick<postgres.Options<Record<string, never>>, "connection" | "prepare">;

interface ConnectionOptions extends DriverOptions {
  /** How long PostgreSQL may take to answer a statement, in milliseconds. */
  silenceMs: number;
  mayPrepare: (text: string, values: readonly unknown[]) => boolean;
  onClose: () => void;
}

/**
 * A connection to PostgreSQL, from its first statement until it closes. Each has its own driver with a single
 * socket, and both are discarded together. Otherwise, postgres.js 3.4 would reopen a lost connection during a
 * transaction and keep half-written messages for it (docs/decisions/003-connections.md).
 */
export class Connection {
  /** The number of statements that PostgreSQL hasn't answered yet. */
  unanswered = 0;
  isBroken = false;
  private answered = 0;
  private readonly driver: postgres.Sql;
  private readonly diesAt = Date.now() + LIFETIME_MS * (1 + Math.random());
  private readonly silence: NodeJS.Timeout;
  private socket: Socket | undefined;

  constructor(
    url: string,
    private readonly options: ConnectionOptions,
  ) {
    const { connection, prepare, silenceMs } = options;
    const settings = {
      max: 1,
      connect_timeout: CONNECT_TIMEOUT_MS / 1_000,
      max_lifetime: null,
      idle_timeout: 0,
      fetch_types: false,
      backoff: () => 0,
      connection,
      ...(prepare !== undefined && { prepare }),
      onnotice: () => {},
      onclose: () => this.break(),
      socket: (address: Address) => this.openSocket(address),
    };
    this.driver = postgres(url, settings);
    registerTypes(this.driver.options);
    this.silence = setTimeout(() => this.endSilence(), silenceMs).unref();
  }

  get isOld(): boolean {
    return Date.now() > this.diesAt;
  }

  readonly query: Query = <Row extends object>(
    text: string,
    parameters: readonly unknown[] = [],
    { asArrays = false, prepare = true }: QueryOptions = {},
  ) => {
    if (this.isBroken) return Promise.reject(connectionError("CONNECTION_CLOSED"));
    const query = this.driver.unsafe<Row[]>(text, parameters as postgres.ParameterOrJSON<never>[], {
      prepare: prepare && this.options.mayPrepare(text, parameters),
    });
    if (asArrays) query.values();
    if (this.unanswered === 0) this.silence.refresh();
    this.unanswered += 1;
    return query.then(
      (rows) => {
        this.settle();
        return rows;
      },
      (error: unknown) => {
        this.settle();
        // After any other error, the session is in an unknown state.
        if (!isStatementError(error)) this.break();
        throw error;
      },
    );
  };

  readonly begin: Begin = (run) => transact(this, run);

  /** Closes the connection immediately, so that its unanswered statements fail. */
  break(): void {
    if (!this.leave()) return;
    this.socket?.destroy();
    void this.driver.end({ timeout: 0 });
    this.options.onClose();
  }

  /** Closes an idle connection as the protocol requires (Terminate). */
  async end(): Promise<void> {
    if (!this.leave()) return;
    await this.driver.end({ timeout: END_TIMEOUT_S });
    this.socket?.destroy();
    this.options.onClose();
  }

  private leave(): boolean {
    if (this.isBroken) return false;
    this.isBroken = true;
    clearTimeout(this.silence);
    return true;
  }

  private settle(): void {
    this.answered += 1;
    this.unanswered -= 1;
    if (this.unanswered > 0) this.silence.refresh();
  }

  private endSilence(): void {
    const { answered } = this;
    if (this.unanswered === 0) return;
    // If this process was frozen, the reply may already be in the socket. It is read before the `setImmediate`
    // callback runs.
    setImmediate(() => {
      if (this.answered === answered) this.break();
    });
  }

  /** The driver's `socket` option. It opens only one socket, because a second one would start a new session. */
  private async openSocket({ host: [host = ""], port: [port = 0], path }: Address): Promise<Socket> {
    if (this.socket || this.isBroken) throw connectionError("CONNECTION_CLOSED");
    // The driver verifies the server's certificate for `host`.
    this.socket = Object.assign(path ? connect(path) : connect(port, host), { host, port });
    const late = setTimeout(() => this.socket?.destroy(connectionError("CONNECT_TIMEOUT")), CONNECT_TIMEOUT_MS);
    await once(this.socket, "connect").finally(() => clearTimeout(late));
    return this.socket;
  }
}

/** The server's address, as parsed by the driver. */
interface Address {
  host: string[];
  port: number[];
  path: string | false;
}
