import { eq } from "drizzle-orm";
import { database } from "@/lib/db/client";
import { mintId } from "@/lib/db/ids";
import { organizations } from "@/lib/db/tables/people";
import { scopes } from "@/lib/db/values";
import type { Context, OrganizationId } from "./context";

/** Name under which the product's own work appears in timelines and events. */
const SYSTEM_NAME = "Sightline";

/** Every tenant, for jobs that go from one to the next. */
export async function listOrganizationIds(): Promise<OrganizationId[]> {
  const rows = await database().db.select({ id: organizations.id }).from(organizations).orderBy(organizations.id);
  return rows.map(({ id }) => id as OrganizationId);
}

/** The context in which a job acts on one organization's data, or null when that is gone. */
export async function actAsSystem(organizationId: OrganizationId): Promise<Context | null> {
  const { db } = database();
  const [row] = await db
    .select({ slug: organizations.slug, name: organizations.name, apiAccess: organizations.apiAccess })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (!row) return null;
  return {
    organizationId,
    organization: row,
    actor: { kind: "system", id: organizationId, name: SYSTEM_NAME },
    role: null,
    scopes,
    expiresAt: null,
    db,
    requestId: mintId("request"),
    ip: null,
    userAgent: null,
  };
}
