import { and, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Transaction } from "@/lib/db/client";
import { newId, timeOfId } from "@/lib/db/ids";
import { sites } from "@/lib/db/tables/cameras";
import { Failure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { assertVersion } from "@/lib/http/reply/entity-tag";
import { countedSiteColumns, siteColumns, siteWithId, toSite } from "./reads";
import type { Site, SiteCreate, SiteUpdate } from "./schema";

/** Creates a site. Names don't have to be unique, because a company may have two sites called "North". */
export async function addSite(ctx: Context, input: SiteCreate): Promise<Site> {
  const id = newId();
  const createdAt = timeOfId(id);
  const [row] = await ctx.db
    .insert(sites)
    .values({ organizationId: ctx.organizationId, id, ...input, createdAt, updatedAt: createdAt })
    .returning(siteColumns);
  if (!row) throw new Error("the insert returned no site");
  return toSite({ ...row, cameraCount: 0 });
}

/**
 * Changes the fields of a site that `change` contains. If nothing differs, nothing is written.
 * @param ifMatch the `If-Match` header, or null to change any version.
 * @throws Failure `not_found`, `version_mismatch`.
 */
export async function changeSite(ctx: Context, id: string, change: SiteUpdate, ifMatch: string | null): Promise<Site> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockSite(tx, ctx, id, ifMatch, "no key update");
    const site = toSite(before);
    const names = Object.keys(change) as (keyof SiteUpdate)[];
    if (names.every((name) => change[name] === undefined || change[name] === site[name])) return site;
    const [row] = await tx
      .update(sites)
      .set({ ...change, version: sql`${sites.version} + 1`, updatedAt: sql`now()` })
      .where(and(eq(sites.organizationId, ctx.organizationId), eq(sites.id, before.id)))
      .returning(siteColumns);
    if (!row) throw notFound();
    return toSite({ ...row, cameraCount: before.cameraCount });
  });
}

/**
 * Deletes a site that has no cameras. Alerts of archived cameras still show its name.
 * @throws Failure `not_found`, `version_mismatch`, or `conflict` if the site has cameras.
 */
export async function removeSite(ctx: Context, id: string, ifMatch: string | null): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // Adding a camera needs a key share lock on the site. The stronger lock here prevents that until the count is
    // done.
    const { id: uuid } = await lockSite(tx, ctx, id, ifMatch, "update");
    const [row] = await tx.select(countedSiteColumns(ctx)).from(sites).where(siteWithId(ctx, id));
    const standing = row?.cameraCount ?? 0;
    if (standing > 0) {
      const cameras = standing === 1 ? "1 camera is" : `${standing} cameras are`;
      throw new Failure("conflict", `${cameras} at this site. Move or archive them first.`, {
        extra: { camera_count: standing },
      });
    }
    await tx
      .update(sites)
      .set({ archivedAt: sql`now()`, updatedAt: sql`now()`, version: sql`${sites.version} + 1` })
      .where(and(eq(sites.organizationId, ctx.organizationId), eq(sites.id, uuid)));
  });
}

async function lockSite(
  tx: Transaction,
  ctx: Context,
  id: string,
  ifMatch: string | null,
  strength: "update" | "no key update",
) {
  const [row] = await tx
    .select(countedSiteColumns(ctx))
    .from(sites)
    .where(siteWithId(ctx, id))
    .for(strength, { of: sites });
  if (!row) throw notFound();
  assertVersion("site", row.version, ifMatch);
  return row;
}
