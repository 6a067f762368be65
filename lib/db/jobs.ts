import { Logger, runMigrations } from "graphile-worker";
import { log } from "@/lib/log";

const STATEMENT_TIMEOUT_MS = 10_000;

const levels = { error: "warn", warning: "warn", info: "debug", debug: "debug" } as const;
const logger = new Logger(() => (level, message) => log[levels[level]]({ part: "jobs" }, message));

/** Returns graphile-worker's connection string and logger. */
export function jobsConnection(url: string): { connectionString: string; logger: Logger } {
  const parsed = new URL(url);
  const add = (name: string, value: string) => {
    if (!parsed.searchParams.has(name)) parsed.searchParams.set(name, value);
  };
  // Without this, node-postgres is stricter about `sslmode=require` than libpq and our own driver.
  if (parsed.searchParams.has("sslmode")) add("uselibpqcompat", "true");
  add("application_name", "sightline-worker");
  add("statement_timeout", String(STATEMENT_TIMEOUT_MS));
  return { connectionString: parsed.toString(), logger };
}

/** Migrates `graphile_worker`, the schema of the job queue. The caller must hold the migration lock. */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations(jobsConnection(url));
}
