import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { migrateJobs } from "./jobs";
import { repairTransactionIds } from "./transaction-ids";

/** Any constant will do, as long as every version of the product uses the same. */
const MIGRATION_LOCK = 7_318_204_551;
const MINIMUM_SERVER_VERSION = 150_000;
const folder = fileURLToPath(new URL("../../drizzle", import.meta.url));

/**
 * Brings the schema up to date. Any number of instances may start at once: Drizzle's migrator takes no lock,
 * so a session-level advisory lock lets one migrate while the others wait and then find nothing to do.
 * @throws Error with one clear line when the server is older than PostgreSQL 15 or cannot be reached.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [server] = await sql<{ number: number; version: string }[]>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
    if (!server || server.number < MINIMUM_SERVER_VERSION) {
      throw new Error(`PostgreSQL 15 or newer is needed; DATABASE_URL leads to ${server?.version ?? "no server"}`);
    }
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder: folder });
    await repairTransactionIds(sql);
    await migrateJobs(url);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
