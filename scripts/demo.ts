import { existsSync } from "node:fs";
import { database } from "@/lib/db/client";
import { migrateOwnDatabase } from "@/lib/db/migrate";
import { assertDatabasesAnswer } from "@/lib/db/startup-failure";
import { createDemo, demoExists, mintDemoCredentials } from "@/lib/demo/create";
import { DEMO_SLUG } from "@/lib/demo/people";
import { env } from "@/lib/env";
import { printBanner } from "./banner";
import { createProgress } from "./progress";

/** Adds the demo organization to the database in DATABASE_URL. */
async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { DATABASE_URL, BASE_URL } = env();
  if (!DATABASE_URL) {
    throw new Error("DATABASE_URL is not set. Without one, `npm start` brings a database with the demo in it.");
  }
  await assertDatabasesAnswer();
  await migrateOwnDatabase();
  try {
    if (await demoExists()) {
      throw new Error(`The organization "${DEMO_SLUG}" exists already in this database. Nothing was changed.`);
    }
    const credentials = mintDemoCredentials();
    const progress = createProgress("Filling the demo organization");
    await createDemo({ credentials, onProgress: (done, total, what) => progress.update(done, total, what) });
    progress.stop();
    printBanner({ url: BASE_URL, credentials });
    console.log("  The passwords and the key are shown this once.\n");
  } finally {
    await database().sql.end({ timeout: 5 });
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
