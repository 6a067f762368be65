import {
  checkedParam,
  choiceParam,
  choicesParam,
  defineSearch,
  isIdOf,
  isPlainText,
  momentParam,
  type SearchOf,
  textParam,
} from "@/components/list/search-codec";
import { MAX_SEARCH } from "@/lib/limits";
import { auditActions } from "@/lib/values";
import { type AuditFilter, type AuditRange, auditRanges } from "./queries";

const MAX_TARGET = 100;

/** Labels of the time ranges. "any" means that there is no range. */
export const auditRangeLabels: Record<AuditRange | "any", string> = {
  any: "Any time",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

/** Parses and formats the URL parameters of the audit log. */
export const auditSearch = defineSearch(
  {
    q: textParam(MAX_SEARCH),
    action: choicesParam(auditActions),
    actor: checkedParam(isIdOf()),
    target: checkedParam(isPlainText(MAX_TARGET)),
    range: choiceParam(auditRanges),
    from: momentParam(),
    to: momentParam(),
  },
  { tidy: (search) => (search.from || search.to ? { ...search, range: undefined } : search) },
);
export type AuditSearch = SearchOf<typeof auditSearch>;

/** Converts the URL parameters of the audit log to the API's filter. */
export function toAuditFilter({ q, action, actor, target, range, from, to }: AuditSearch): AuditFilter {
  return {
    ...(q && { q }),
    ...(action && { action }),
    ...(actor && { actor_id: actor }),
    ...(target && { target_id: target }),
    ...(range && { range }),
    ...(from && { created_after: from }),
    ...(to && { created_before: to }),
  };
}
