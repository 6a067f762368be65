import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { assertDatabasesAnswer } from "@/lib/db/startup-failure";
import { parseEnvironment } from "@/lib/env";
import { logStandardError } from "./standard-error";
import { onStopSignal } from "./stop-signals";

const root = resolve(import.meta.dirname, "..");
const STOP_WITHIN_MS = 30_000;

async function main(): Promise<void> {
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  Object.assign(process.env, { NODE_ENV: "production" });
  const { DATABASE_URL } = parseEnvironment(process.env);
  if (!DATABASE_URL) {
    throw new Error("DATABASE_URL is not set. `npm start` does the recurring work of its embedded database itself");
  }
  const [{ migrateOwnDatabase }, { startWorker }, { recurringTasks }, { database }] = await Promise.all([
    import("@/lib/db/migrate"),
    import("@/lib/jobs/worker"),
    import("@/lib/tasks/recurring-tasks"),
    import("@/lib/db/client"),
  ]);
  await assertDatabasesAnswer();
  await migrateOwnDatabase();
  const worker = await startWorker(recurringTasks);
  console.log("Sightline does the recurring work. Stop it with Ctrl-C.");
  onStopSignal(async () => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await worker.stop();
    await database().sql.end({ timeout: 5 });
    process.exit(0);
  });
}

logStandardError(() => process.exit(1));
main().catch((error: Error) => {
  process.stderr.write(`\nThe worker could not start: ${error.message}\n\n`);
  process.exit(1);
});
