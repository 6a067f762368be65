import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, firstIdAt } from "@/lib/db/ids";
import { containsText } from "@/lib/db/search";
import { containsPattern } from "@/lib/db/text";
import { MAX_CLOCK_AHEAD_MS } from "@/lib/limits";
import type { AlertListQuery } from "./schema";

export type AlertSearch = Omit<AlertListQuery, "sort" | "limit">;

/**
 * Returns a condition that a column has one of the values. A single value is compared with `=`, because only then
 * can the planner use an index for the sort order.
 */
function matchesAny(column: SQL, values: readonly (string | null)[], type: "text" | "uuid"): SQL {
  if (values.length === 1) return sql`${column} = ${values[0]}::${sql.raw(type)}`;
  return sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;
}

const decoded = (kind: "camera" | "site" | "user", references: readonly string[]) =>
  references.map((reference) => decodeId(kind, reference)).filter((id) => id !== null);

/** Returns a query for the IDs of the cameras selected by `camera_id` and `site_id`. */
function camerasNamed(ctx: Pick<Context, "organizationId">, { camera_id, site_id }: AlertSearch): SQL {
  const mine = sql`select c.id from cameras c where c.organization_id = ${ctx.organizationId}`;
  const ofSites = site_id ? sql`and ${matchesAny(sql`c.site_id`, decoded("site", site_id), "uuid")}` : sql``;
  if (!camera_id) return sql`${mine} ${ofSites}`;
  const isNamed = sql`c.external_id = any(${sql.param([...camera_id])}::text[])`;
  // With `union`, each part can use its own index. With `or`, none would be used.
  return sql`${mine} ${ofSites} and ${matchesAny(sql`c.id`, decoded("camera", camera_id), "uuid")}
    union ${mine} ${ofSites} and ${isNamed} and c.archived_at is null
    union ${mine} ${ofSites} and ${isNamed} and c.archived_at is not null`;
}

/**
 * Returns the UUIDs of the cameras that match a search, or null if it has no filter for cameras or sites. They are
 * looked up separately from the alerts.
 */
export async function findSearchedCameras(ctx: Context, search: AlertSearch): Promise<string[] | null> {
  if (!search.camera_id && !search.site_id) return null;
  const ids = decoded("camera", search.camera_id ?? []);
  if (!search.site_id && ids.length === search.camera_id?.length) return [...new Set(ids)];
  const rows = await ctx.db.execute<{ id: string }>(camerasNamed(ctx, search));
  return rows.map(({ id }) => id);
}

function assignedTo(references: readonly string[]): SQL {
  const assigned = matchesAny(sql`a.assignee_id`, decoded("user", references), "uuid");
  if (!references.includes("none")) return assigned;
  return references.length === 1 ? sql`a.assignee_id is null` : sql`(a.assignee_id is null or ${assigned})`;
}

// The expression of the index `alerts_search`. The separator can't occur in a search text.
const searchedText = sql.raw(
  "(coalesce(a.title, '') || chr(1) || coalesce(a.description, '') || chr(1) || a.use_case)",
);
/**
 * Matches words that the index can look up. For other words, it would scan all entries, which is slower than
 * reading the rows. With the database's LC_CTYPE C, as in the embedded server, pg_trgm treats letters other than a
 * to z as punctuation.
 */
const INDEXED_WORD = /[a-z0-9]{3}/i;

/** Returns whether no index can serve the search text, so that each alert has to be read. */
export const isUnindexed = (text: string): boolean => !INDEXED_WORD.test(text);

/**
 * Returns the SQL condition for a set of filters on `alerts a`, starting with the organization.
 * @param cameras the result of `findSearchedCameras`, if already known.
 */
export function alertCondition(
  ctx: Pick<Context, "organizationId">,
  search: AlertSearch,
  cameras: readonly string[] | null = null,
): SQL {
  const parts: SQL[] = [sql`a.organization_id = ${ctx.organizationId}::uuid`];
  if (search.status) parts.push(matchesAny(sql`a.status`, search.status, "text"));
  if (search.use_case) parts.push(matchesAny(sql`a.use_case`, search.use_case, "text"));
  if (search.severity) parts.push(matchesAny(sql`a.severity`, search.severity, "text"));
  if (cameras) parts.push(matchesAny(sql`a.camera_id`, cameras, "uuid"));
  else if (search.camera_id || search.site_id) parts.push(sql`a.camera_id in (${camerasNamed(ctx, search)})`);
  if (search.tag) parts.push(sql`a.tags && ${sql.param(search.tag)}::text[]`);
  if (search.assignee_id) parts.push(assignedTo(search.assignee_id));
  if (search.occurred_after) {
    const first = firstIdAt(new Date(Math.max(0, Date.parse(search.occurred_after) - MAX_CLOCK_AHEAD_MS)));
    parts.push(sql`a.occurred_at >= ${iso(search.occurred_after)}::timestamptz and a.id >= ${first}::uuid`);
  }
  if (search.occurred_before) parts.push(sql`a.occurred_at < ${iso(search.occurred_before)}::timestamptz`);
  if (search.created_after) parts.push(sql`a.id >= ${firstIdAt(new Date(search.created_after))}::uuid`);
  if (search.created_before) parts.push(sql`a.id < ${firstIdAt(new Date(search.created_before))}::uuid`);
  if (search.updated_after) parts.push(sql`a.updated_at >= ${iso(search.updated_after)}::timestamptz`);
  if (search.q) {
    const isIndexed = !isUnindexed(search.q);
    parts.push(
      isIndexed ? sql`${searchedText} ilike ${containsPattern(search.q)}` : containsText(searchedText, search.q),
    );
  }
  return sql.join(parts, sql` and `);
}

const iso = (time: string) => new Date(time).toISOString();
