import {
  choiceParam,
  choicesParam,
  defineSearch,
  isIdOf,
  isPlainText,
  listParam,
  momentParam,
  type SearchOf,
  textParam,
} from "@/components/list/search-codec";
import { USE_CASE } from "@/lib/db/text";
import { MAX_SEARCH } from "@/lib/limits";
import { alertSorts, alertStatuses, severities } from "@/lib/values";

const alertRanges = ["1h", "24h", "7d", "30d"] as const;
/** A relative time range, such as `24h`. */
export type AlertRange = (typeof alertRanges)[number];

/**
 * Parses and formats the list's URL parameters: the API's filters, `me` as assignee, and relative time ranges. Its
 * own checks avoid loading the API's validation library. The API rejects invalid values that pass them.
 */
export const alertSearch = defineSearch(
  {
    status: choicesParam(alertStatuses),
    use_case: listParam((text) => USE_CASE.test(text)),
    camera_id: listParam(isPlainText(255)),
    site_id: listParam(isIdOf("site")),
    severity: choicesParam(severities),
    tag: listParam(isPlainText(50)),
    assignee_id: listParam((text) => text === "none" || text === "me" || isIdOf("user")(text)),
    occurred_after: momentParam(),
    occurred_before: momentParam(),
    q: textParam(MAX_SEARCH),
    range: choiceParam(alertRanges),
    sort: choiceParam(alertSorts, "-created_at"),
  },
  {
    kept: ["sort"],
    tidy: (search) => {
      const { occurred_after: after, occurred_before: before, range } = search;
      if (range) return { ...search, occurred_after: undefined, occurred_before: undefined };
      const isBackwards = after && before && Date.parse(after) >= Date.parse(before);
      return isBackwards ? { ...search, occurred_before: undefined } : search;
    },
  },
);
export type AlertListFilter = SearchOf<typeof alertSearch>;

/**
 * Returns the URL of the alert list with a filter. With `id`, returns the URL of that alert, which includes the
 * filter. Closing the alert then returns to the same list.
 */
export function alertsHref(organization: string, filter: AlertListFilter = {}, id?: string): string {
  return alertSearch.href(`/${organization}/alerts${id ? `/${id}` : ""}`, filter);
}
