import type { Context } from "@/lib/auth/context";
import { countInTime } from "@/lib/http/reply/count";
import type { AlertSearch } from "./condition";
import { countAllAlerts } from "./rollup-counts";
import { alertFilters } from "./schema";

const filterNames = Object.keys(alertFilters) as (keyof typeof alertFilters)[];

/**
 * How many alerts match. What the rollups of analytics know is added up from them; all else is counted one by one,
 * some thousands in a millisecond.
 * @throws Failure `validation_failed` for what takes too long to count.
 */
export async function countMatching(ctx: Context, query: AlertSearch): Promise<number> {
  const filters = Object.fromEntries(filterNames.map((name) => [name, query[name]]));
  return countInTime("alerts", () => countAllAlerts(ctx, filters));
}
