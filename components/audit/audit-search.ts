import { createLoader, createParser, type inferParserType, parseAsArrayOf, parseAsStringLiteral } from "nuqs/server";
import { MAX_SEARCH, textParser } from "@/components/ui/text-parser";
import { ID_SUFFIX } from "@/lib/db/id-suffix";
import { auditActions } from "@/lib/values";
import { type AuditFilter, type AuditRange, auditRanges } from "./queries";

const MAX_TARGET = 100;
const ID = new RegExp(`^[a-z]+_${ID_SUFFIX}$`);

const idParser = createParser({
  parse: (value) => (ID.test(value) ? value : null),
  serialize: (value: string) => value,
});
const timeParser = createParser({
  parse: (value) => (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null),
  serialize: (value: string) => value,
});

/** What the ranges are called; "any" stands for none of them. */
export const auditRangeLabels: Record<AuditRange | "any", string> = {
  any: "Any time",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

/** What the address of the audit log says. Values that mean nothing are dropped, never an error. */
export const auditSearch = {
  q: textParser(MAX_SEARCH).withDefault(""),
  action: parseAsArrayOf(parseAsStringLiteral(auditActions)).withDefault([]),
  actor: idParser,
  target: textParser(MAX_TARGET),
  range: parseAsStringLiteral(auditRanges),
  from: timeParser,
  to: timeParser,
};
export type AuditSearch = inferParserType<typeof auditSearch>;

export const loadAuditSearch = createLoader(auditSearch);

export const anyTime = { range: null, from: null, to: null };
export const emptyAuditSearch: AuditSearch = { q: "", action: [], actor: null, target: null, ...anyTime };

/** The filter of the API that an address asks for. */
export function toAuditFilter({ q, action, actor, target, range, from, to }: AuditSearch): AuditFilter {
  const text = q.trim();
  return {
    ...(text && { q: text }),
    ...(action.length > 0 && { action }),
    ...(actor && { actor_id: actor }),
    ...(target && { target_id: target }),
    ...(range && !from && !to && { range }),
    ...(from && { created_after: from }),
    ...(to && { created_before: to }),
  };
}
