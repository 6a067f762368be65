import { createLoader, createParser, type inferParserType, parseAsArrayOf, parseAsStringLiteral } from "nuqs/server";
import type { AuditFilter } from "@/lib/audit/queries";
import { auditActions } from "@/lib/db/values";

const MAX_SEARCH = 200;
const MAX_ID = 100;

/** Text that the API takes: no control characters, no broken surrogate pairs, no more than `max`. */
const textParser = (max: number) =>
  createParser({
    parse: (value) =>
      value
        .replace(/\p{Cc}/gu, "")
        .toWellFormed()
        .slice(0, max),
    serialize: (value: string) => value,
  });
const idParser = createParser({
  parse: (value) => (/^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value) ? value : null),
  serialize: (value: string) => value,
});
const timeParser = createParser({
  parse: (value) => (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null),
  serialize: (value: string) => value,
});

/** What the address of the audit log says. Values that mean nothing are dropped, never an error. */
export const auditSearch = {
  q: textParser(MAX_SEARCH).withDefault(""),
  action: parseAsArrayOf(parseAsStringLiteral(auditActions)).withDefault([]),
  actor: idParser,
  target: textParser(MAX_ID),
  from: timeParser,
  to: timeParser,
};
export type AuditSearch = inferParserType<typeof auditSearch>;

export const loadAuditSearch = createLoader(auditSearch);

export const noAuditSearch: AuditSearch = { q: "", action: [], actor: null, target: null, from: null, to: null };

/** The filter of the API that an address asks for. */
export function toAuditFilter({ q, action, actor, target, from, to }: AuditSearch): AuditFilter {
  const text = q.trim();
  return {
    ...(text && { q: text }),
    ...(action.length > 0 && { action }),
    ...(actor && { actor_id: actor }),
    ...(target && { target_id: target }),
    ...(from && { created_after: from }),
    ...(to && { created_before: to }),
  };
}
