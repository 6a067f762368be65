import { eq } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { encodeId } from "@/lib/db/ids";
import { sites } from "@/lib/db/tables/cameras";
import type { SiteName } from "./schema";

/** All sites of the organization by name, for filters and labels. */
export async function listSiteNames(ctx: Context): Promise<SiteName[]> {
  const rows = await ctx.db
    .select({ id: sites.id, name: sites.name, timezone: sites.timezone })
    .from(sites)
    .where(eq(sites.organizationId, ctx.organizationId))
    .orderBy(sites.name, sites.id);
  return rows.map((row) => ({ ...row, id: encodeId("site", row.id) }));
}
