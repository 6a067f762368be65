import {
  checkedParam,
  choiceParam,
  choicesParam,
  defineSearch,
  isIdOf,
  isPlainText,
  listParam,
  momentParam,
  numberParam,
  type SearchOf,
} from "@/components/list/search-codec";
import { ID_SUFFIX } from "@/lib/db/id-suffix";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import { MAX_FILTERED_MS } from "@/lib/limits";
import { requestMethods } from "@/lib/values";

/** Matches a request ID anywhere in a text, such as a support message. */
export const REQUEST_ID = new RegExp(`request_${ID_SUFFIX}`);
export const isCredentialId = isIdOf("key", "app");
export const STATUS = /^[1-5](?:\d\d|xx)$/;
export const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f.]*:){2}[0-9a-f:.]*)$/i;

const requestRanges = ["1h", "24h", "7d", "30d"] as const;
/** A relative time range, such as `24h`. */
export type RequestRange = (typeof requestRanges)[number];
export const DEFAULT_REQUEST_RANGE: RequestRange = "24h";

/**
 * Parses and formats the log's URL parameters: the API's filters and relative time ranges. Its own checks avoid
 * loading the API's validation library. The API rejects invalid values that pass them.
 */
export const requestSearch = defineSearch(
  {
    credential: listParam(isCredentialId),
    method: choicesParam(requestMethods),
    route: listParam(isPlainText(200)),
    status: listParam((text) => STATUS.test(text)),
    code: listParam((text): text is ErrorCode => Object.hasOwn(errorCodes, text)),
    ip: checkedParam(isPlainText(64)),
    min_ms: numberParam(MAX_FILTERED_MS),
    max_ms: numberParam(MAX_FILTERED_MS),
    range: choiceParam(requestRanges, DEFAULT_REQUEST_RANGE),
    from: momentParam(),
    to: momentParam(),
  },
  {
    kept: ["range", "from", "to"],
    tidy: ({ min_ms, max_ms, from, to, range, ...search }) => ({
      ...search,
      min_ms,
      max_ms: min_ms !== undefined && max_ms !== undefined && min_ms > max_ms ? undefined : max_ms,
      from,
      to: from && to && Date.parse(from) >= Date.parse(to) ? undefined : to,
      range: from || to ? undefined : range,
    }),
  },
);
export type RequestFilter = SearchOf<typeof requestSearch>;

/**
 * Returns the URL of the request log with a filter. With `id`, returns the URL of that request, which includes the
 * filter. Closing the request then returns to the same list.
 */
export function requestsHref(organization: string, filter: RequestFilter = {}, id?: string): string {
  return requestSearch.href(`/${organization}/settings/requests${id ? `/${id}` : ""}`, filter);
}
