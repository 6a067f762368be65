import postgres from "postgres";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { databaseCode } from "./errors";

const CONNECT_TIMEOUT_S = 10;
/**
 * The time limit for the first answer. Without it, the driver would retry forever if a port accepts and then
 * closes connections.
 */
const ANSWER_WITHIN_MS = 12_000;

/** The settings that contain a database URL. */
export type DatabaseSetting = "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATABASE_REPLICA_URL";

const NO_ANSWER = "points to a server that doesn't answer. Check host, port and firewall";
const NOT_POSTGRES = "points to a server that isn't PostgreSQL. Check host and port";
const NO_ROOM = "points to a database whose disk is full. Free space there and start again";
const NO_RIGHTS =
  "names a role that may not create tables or extensions. Make it the owner of the database (ALTER DATABASE … OWNER TO …)";

/**
 * Explanations by SQLSTATE, or by error code of the driver or Node. They never contain the URL, because it
 * includes the password.
 */
const causes: Record<string, string> = {
  ENOTFOUND: "names a host that can't be found. Check the host name",
  EAI_AGAIN: "names a host that can't be looked up at the moment. Check the host name and the DNS of this machine",
  ECONNREFUSED: "points to a port where nothing listens. Start PostgreSQL there, or correct host and port",
  ECONNRESET: NOT_POSTGRES,
  EPIPE: NOT_POSTGRES,
  CONNECTION_CLOSED: NOT_POSTGRES,
  CONNECTION_DESTROYED: NOT_POSTGRES,
  CONNECT_TIMEOUT: NO_ANSWER,
  ETIMEDOUT: NO_ANSWER,
  EHOSTUNREACH: NO_ANSWER,
  ENETUNREACH: NO_ANSWER,
  "28P01": "has a wrong user or password. Correct them; special characters must be percent-encoded",
  "28000": "names a role that the server rejects. Create the role, or allow it in pg_hba.conf",
  "3D000": "names a database that doesn't exist. Create it (CREATE DATABASE), or correct the name",
  "53300": "points to a server whose connections are all in use. Raise max_connections, or close other connections",
  "57P03": "points to a server that is still starting. Start again in a moment",
  "25006": "points to a read-only server. Use the address of the primary",
  "42501": NO_RIGHTS,
  "0A000": "points to a server without pg_trgm or btree_gin. Install its contrib package (postgresql-contrib)",
  "58P01": "points to a server without pg_trgm or btree_gin. Install its contrib package (postgresql-contrib)",
  "53100": NO_ROOM,
  ENOSPC: NO_ROOM,
};

/**
 * Returns an error whose one-line message contains the setting's name and the fix. An error with an unknown code
 * is returned unchanged.
 */
export function explainDatabaseFailure(error: unknown, setting: DatabaseSetting): Error {
  const code = databaseCode(error) ?? "";
  const reason = causes[code];
  return reason === undefined ? (error as Error) : new Error(`${setting} ${reason} (${code}).`);
}

/**
 * Connects once to each configured database, so that a wrong setting aborts startup before the build and the
 * migration. An unreachable replica is only logged, because the primary replaces it.
 * @throws Error with a one-line message that names the setting and the fix.
 */
export async function assertDatabasesAnswer(): Promise<void> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_REPLICA_URL } = env();
  await assertAnswers("DATABASE_URL", DATABASE_URL);
  await assertAnswers("DATABASE_DIRECT_URL", DATABASE_DIRECT_URL);
  await assertAnswers("DATABASE_REPLICA_URL", DATABASE_REPLICA_URL).catch((error: Error) => {
    log.warn(`${error.message} Until this is fixed, reads use the primary.`);
  });
}

async function assertAnswers(setting: DatabaseSetting, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const sql = postgres(url, { max: 1, connect_timeout: CONNECT_TIMEOUT_S, onnotice: () => {} });
  const deadline = setTimeout(() => void sql.end({ timeout: 0 }), ANSWER_WITHIN_MS);
  try {
    await sql.unsafe("select 1");
  } catch (error) {
    throw explainDatabaseFailure(error, setting);
  } finally {
    clearTimeout(deadline);
    await sql.end({ timeout: 1 });
  }
}
