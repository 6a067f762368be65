import { countAllAlerts } from "@/lib/analytics/counts";
import type { Context } from "@/lib/auth/context";
import { validationFailed } from "@/lib/http/parse";
import { databaseCode } from "@/lib/http/problem";
import type { AlertSearch } from "./condition";
import { alertFilters } from "./schema";

const filterNames = Object.keys(alertFilters) as (keyof typeof alertFilters)[];

/**
 * How many alerts match. What the rollups of analytics know is added up from them; all else is counted one by one,
 * some thousands in a millisecond.
 * @throws Failure `validation_failed` instead of PostgreSQL's timeout: asking again would not help, asking for less does.
 */
export async function countMatching(ctx: Context, query: AlertSearch): Promise<number> {
  const filters = Object.fromEntries(filterNames.map((name) => [name, query[name]]));
  try {
    return await countAllAlerts(ctx, filters);
  } catch (error) {
    if (databaseCode(error) !== "57014") throw error;
    const detail = "So many alerts take too long to count: leave `include_total` out, or narrow the search.";
    throw validationFailed([{ parameter: "include_total", code: "too_much_to_count", detail }], "query parameters");
  }
}
