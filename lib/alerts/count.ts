import type { Context } from "@/lib/auth/context";
import { countInTime } from "@/lib/http/reply/count";
import type { AlertSearch } from "./condition";
import { countAllAlerts } from "./rollup-counts";
import { alertFilters } from "./schema";

const filterNames = Object.keys(alertFilters) as (keyof typeof alertFilters)[];

/**
 * Counts the alerts that match the filters. If analytics rollups cover the filters, it adds up rollups. Otherwise,
 * it counts alerts one by one, a few thousand per millisecond.
 * @throws Failure `validation_failed` if counting takes too long.
 */
export async function countMatching(ctx: Context, query: AlertSearch): Promise<number> {
  const filters = Object.fromEntries(filterNames.map((name) => [name, query[name]]));
  return countInTime("alerts", () => countAllAlerts(ctx, filters));
}
