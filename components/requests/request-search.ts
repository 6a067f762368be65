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

/** The id of a request, anywhere in a text: in a support message it comes with words around it. */
export const REQUEST_ID = new RegExp(`request_${ID_SUFFIX}`);
export const isCredentialId = isIdOf("key", "app");
export const STATUS = /^[1-5](?:\d\d|xx)$/;
export const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f.]*:){2}[0-9a-f:.]*)$/i;

const requestRanges = ["1h", "24h", "7d", "30d"] as const;
/** A time range that moves with the clock. */
export type RequestRange = (typeof requestRanges)[number];
export const DEFAULT_REQUEST_RANGE: RequestRange = "24h";

/**
 * What the address of the log says: filters of the API, and ranges that move with the clock. (The API's own validators
 * would bring their library into the page's script; what slips through here, the API refuses.)
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

/** The address of the log with a filter, or of one request beside it: the filter stays, so that closing leads back. */
export function requestsHref(organization: string, filter: RequestFilter = {}, id?: string): string {
  return requestSearch.href(`/${organization}/settings/requests${id ? `/${id}` : ""}`, filter);
}
