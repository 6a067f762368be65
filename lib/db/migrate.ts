import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { connect, timeouts } from "./client";
import { continueFeed } from "./feed-epoch";
import { migrateJobs } from "./jobs";
import { explainDatabaseFailure } from "./startup-failure";

/** The key of the advisory lock. Any constant works, but all versions of the product must use the same. */
const MIGRATION_LOCK = 7_318_204_551;
const MINIMUM_SERVER_VERSION = 150_000;
/**
 * Removes all timeouts, because a migration may take long, even if `limitRole` has set them. The values are text,
 * because the driver omits falsy values.
 */
const UNLIMITED = Object.fromEntries(Object.keys(timeouts()).map((name) => [name, "0"]));
const migrationsFolder = fileURLToPath(new URL("../../drizzle", import.meta.url));

/**
 * Migrates the schema. Several instances may start concurrently: one migrates while the others wait for a
 * session-level advisory lock, because Drizzle's migrator takes none.
 * @param poolerUrl the URL of a pooler in front of the server. The timeouts are set on its role, because the
 * pooler doesn't pass them on.
 * @throws Error with a one-line message if the server is older than PostgreSQL 15, is a pooler, or can't be
 * reached, or if the schema is older than the first migration.
 */
export async function migrateDatabase(
  url: string,
  { poolerUrl }: { poolerUrl?: string | undefined } = {},
): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, connection: UNLIMITED, onnotice: () => {} });
  try {
    const [server] = await sql<{ number: number; version: string }[]>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
    if (!server || server.number < MINIMUM_SERVER_VERSION) {
      const version = server?.version ?? "an unknown version";
      throw new Error(`DATABASE_URL points to PostgreSQL ${version}. Upgrade the server to 15 or newer`);
    }
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await assertUpgradable(sql);
    // Drizzle's error contains only the statement. Its cause is the driver's error, which contains the reason.
    await migrate(drizzle(sql), { migrationsFolder }).catch((error: Error) => {
      throw error.cause ?? error;
    });
    await continueFeed(sql);
    await migrateJobs(url);
    if (poolerUrl) await limitRole(sql, poolerUrl);
  } catch (error) {
    // This message comes from PgBouncer, which supports few startup parameters.
    if (!/unsupported startup parameter/.test((error as Error).message)) throw error;
    throw new Error("DATABASE_URL points to a pooler: set DATABASE_DIRECT_URL to the address of the server behind it");
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Migrates the configured database. It connects to the server directly, not through a pooler.
 * @throws Error with a one-line message that names the setting to correct.
 */
export async function migrateOwnDatabase(): Promise<void> {
  const { DATABASE_URL = "", DATABASE_DIRECT_URL } = env();
  const [setting, url, options] = DATABASE_DIRECT_URL
    ? (["DATABASE_DIRECT_URL", DATABASE_DIRECT_URL, { poolerUrl: DATABASE_URL }] as const)
    : (["DATABASE_URL", DATABASE_URL, {}] as const);
  await migrateDatabase(url, options).catch((error: unknown) => {
    throw explainDatabaseFailure(error, setting);
  });
}

// Throws if the database's schema is older than the first migration, which combines all earlier ones. Such a
// database must be started with the previous version first.
async function assertUpgradable(sql: postgres.Sql): Promise<void> {
  const [first] = readMigrationFiles({ migrationsFolder });
  const [migrated] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as yes`;
  if (!first || !migrated?.yes) return;
  const [newest] = await sql<{ at: string | null }[]>`
    select max(created_at)::text as at from drizzle.__drizzle_migrations`;
  if (!newest?.at || Number(newest.at) >= first.folderMillis) return;
  throw new Error(
    "The schema of this database is too old for this version. Start the previous version once, then start this one again",
  );
}

// Sets the timeouts as defaults of the role. A pooler rejects most startup parameters, and session settings would
// apply to the connection's next user.
async function limitRole(sql: postgres.Sql, poolerUrl: string): Promise<void> {
  for (const [name, value] of Object.entries(timeouts())) {
    await sql.unsafe(`do $$ begin
      execute format('alter role %I in database %I set ${name} = ${value}', current_user, current_database());
    end $$`);
  }
  const pooler = connect(poolerUrl, { max: 1, isPooled: true });
  try {
    const [row] = await pooler.sql`select current_setting('statement_timeout') as limit`;
    if (row?.limit === "0")
      log.warn("the pooler's connections have no statement_timeout. Set one in the pooler, or restart it");
  } catch (error) {
    throw explainDatabaseFailure(error, "DATABASE_URL");
  } finally {
    await pooler.sql.end({ timeout: 1 });
  }
}
