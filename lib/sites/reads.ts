import { and, count, desc, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId } from "@/lib/db/ids";
import { containsText } from "@/lib/db/search";
import { sites } from "@/lib/db/tables/cameras";
import { notFound } from "@/lib/http/failures";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import type { Site, SiteList, SiteListQuery, SiteName } from "./schema";

export const siteColumns = {
  id: sites.id,
  name: sites.name,
  timezone: sites.timezone,
  address: sites.address,
  latitude: sites.latitude,
  longitude: sites.longitude,
  createdAt: sites.createdAt,
  updatedAt: sites.updatedAt,
  version: sites.version,
};

/** Returns the columns of a site for a query, including its number of cameras. */
export function countedSiteColumns({ organizationId }: Context) {
  const cameraCount = sql<number>`(select count(*)::int from cameras c where c.organization_id = ${organizationId}
    and c.site_id = sites.id and c.archived_at is null)`;
  return { ...siteColumns, cameraCount };
}

type SiteRow = Pick<typeof sites.$inferSelect, keyof typeof siteColumns>;

/** Converts a site's row to the API's format. */
export function toSite(row: SiteRow & { cameraCount: number }): Site {
  return {
    id: encodeId("site", row.id),
    name: row.name,
    timezone: row.timezone,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    camera_count: row.cameraCount,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  };
}

/** Returns the SQL condition for the organization's sites that aren't deleted. */
function sitesOfOrganization(ctx: Context): SQL | undefined {
  return and(eq(sites.organizationId, ctx.organizationId), isNull(sites.archivedAt));
}

/**
 * Returns the SQL condition for one site by its public ID. It matches no deleted site, and no site of another
 * organization.
 */
export function siteWithId(ctx: Context, id: string): SQL | undefined {
  return and(sitesOfOrganization(ctx), eq(sites.id, sql`${decodeId("site", id)}::uuid`));
}

/** Returns all sites of the organization, sorted by name, for filters and labels. */
export async function listSiteNames(ctx: Context): Promise<SiteName[]> {
  const rows = await ctx.db
    .select({ id: sites.id, name: sites.name, timezone: sites.timezone })
    .from(sites)
    .where(sitesOfOrganization(ctx))
    .orderBy(sites.name, sites.id);
  return rows.map((row) => ({ ...row, id: encodeId("site", row.id) }));
}

/**
 * Returns a page of the organization's sites, newest first (keyset by ID).
 * @throws Failure `invalid_cursor`.
 */
export async function readSites(ctx: Context, query: SiteListQuery): Promise<SiteList> {
  const identity = listIdentity("sites", query);
  const where = and(
    sitesOfOrganization(ctx),
    query.q ? or(containsText(sites.name, query.q), containsText(sites.address, query.q)) : undefined,
  );
  const after = query.cursor ? String(decodeCursor(ctx, identity, query.cursor)[0]) : undefined;
  const [rows, counted] = await Promise.all([
    ctx.db
      .select(countedSiteColumns(ctx))
      .from(sites)
      .where(and(where, after === undefined ? undefined : lt(sites.id, after)))
      .orderBy(desc(sites.id))
      .limit(query.limit + 1),
    query.include_total ? ctx.db.select({ total: count() }).from(sites).where(where) : [],
  ]);
  return toPage(ctx, rows, {
    limit: query.limit,
    identity,
    position: (row) => [row.id],
    toWire: toSite,
    total: counted[0]?.total,
  });
}

/**
 * Returns one site by its public ID.
 * @throws Failure `not_found`, also if the site was deleted or belongs to another organization.
 */
export async function readSite(ctx: Context, id: string): Promise<Site> {
  const [row] = await ctx.db.select(countedSiteColumns(ctx)).from(sites).where(siteWithId(ctx, id));
  if (!row) throw notFound();
  return toSite(row);
}
