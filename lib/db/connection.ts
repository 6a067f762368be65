import { once } from "node:events";
import { connect, type Socket } from "node:net";
import postgres from "postgres";
import { connectionError, isAnswer } from "./errors";
import type { Begin, Send } from "./sql";
import { transact } from "./transaction";

const CONNECT_TIMEOUT_MS = 2_000;
/** Long-lived connections are replaced, so that memory of their statements and an old address are given up. */
const LIFETIME_MS = 30 * 60_000;
const END_TIMEOUT_S = 1;

/** The part of postgres.js's options that a connection leaves to its pool. */
export type DriverOptions = Pick<postgres.Options<Record<string, never>>, "connection" | "prepare"> & {
  /** Called with the options of each driver, to teach it types. */
  teach: (options: postgres.Sql["options"]) => void;
};

interface ConnectionOptions extends DriverOptions {
  /** How long PostgreSQL may be silent while it owes an answer. */
  silenceMs: number;
  mayPrepare: (text: string, values: readonly unknown[]) => boolean;
  onClose: () => void;
}

/**
 * One connection to PostgreSQL, from its first statement until it breaks, never longer. postgres.js 3.4 opens a lost
 * connection again under a transaction that still runs and keeps half-written messages for it, so each connection has
 * a driver with a single socket: what is sent after that is gone is refused.
 */
export class Connection {
  /** Statements that wait for an answer. */
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
    const { connection, prepare, teach, silenceMs } = options;
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
    teach(this.driver.options);
    this.silence = setTimeout(() => this.endSilence(), silenceMs).unref();
  }

  get isOld(): boolean {
    return Date.now() > this.diesAt;
  }

  readonly send: Send = (text, values, asValues) => {
    if (this.isBroken) return Promise.reject(connectionError("CONNECTION_CLOSED"));
    const prepare = this.options.mayPrepare(text, values);
    const query = this.driver.unsafe<object[]>(text, values as postgres.ParameterOrJSON<never>[], { prepare });
    if (asValues) query.values();
    if (this.unanswered === 0) this.silence.refresh();
    this.unanswered += 1;
    return query.then(
      (rows) => {
        this.settle();
        return rows;
      },
      (error: unknown) => {
        this.settle();
        // After anything but an answer, nothing is known of the session.
        if (!isAnswer(error)) this.break();
        throw error;
      },
    );
  };

  readonly begin: Begin = (run) => transact(this, run);

  /** Cuts the connection; statements that wait for an answer fail. */
  break(): void {
    if (!this.leave()) return;
    this.socket?.destroy();
    void this.driver.end({ timeout: 0 });
    this.options.onClose();
  }

  /** Ends the session as PostgreSQL wants it. */
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
    // While this process itself stood still an answer may have come: it is read before the immediate runs.
    setImmediate(() => {
      if (this.answered === answered) this.break();
    });
  }

  /** Called by the driver when it wants a socket: once, since it would take a second one for a new session. */
  private async openSocket({ host: [host = ""], port: [port = 0], path }: Address): Promise<Socket> {
    if (this.socket || this.isBroken) throw connectionError("CONNECTION_CLOSED");
    // With the host, by which the driver checks the certificate.
    this.socket = Object.assign(path ? connect(path) : connect(port, host), { host, port });
    const late = setTimeout(() => this.socket?.destroy(connectionError("CONNECT_TIMEOUT")), CONNECT_TIMEOUT_MS);
    await once(this.socket, "connect").finally(() => clearTimeout(late));
    return this.socket;
  }
}

/** Where the driver would connect to. */
interface Address {
  host: string[];
  port: number[];
  path: string | false;
}
