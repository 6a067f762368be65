import { database } from "@/lib/db/client";
import { once } from "@/lib/once";

/** Whether this process takes requests; false while it starts and from the first moment of its stop. */
export const health = () => once("health", () => ({ ready: false }));

/** Whether a request would be served now: taking requests, and the database answers. */
export async function isReady(): Promise<boolean> {
  if (!health().ready) return false;
  return database().sql`select 1`.then(() => true).catch(() => false);
}
