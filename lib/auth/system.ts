import { eq } from "drizzle-orm";
import { database } from "@/lib/db/client";
import { mintId } from "@/lib/db/ids";
import { organizations } from "@/lib/db/tables/people";
import { scopes } from "@/lib/values";
import type { Actor, Context, OrganizationId } from "./context";

/** Name under which the product's own work appears in timelines and events. */
const SYSTEM_NAME = "Sightline";

/** Who did what nobody did, such as a camera's falling silent. */
export function systemActor(organizationId: OrganizationId): Actor {
  return { kind: "system", id: organizationId, name: SYSTEM_NAME };
}

/** The operator: a person with access to the server itself, such as one who runs `npm run admin`. */
export function operatorActor(organizationId: string): Actor {
  return { kind: "system", id: organizationId, name: "Operator" };
}

/** Every tenant, for jobs that go from one to the next. */
export async function listOrganizationIds(): Promise<OrganizationId[]> {
  const rows = await database().db.select({ id: organizations.id }).from(organizations).orderBy(organizations.id);
  return rows.map(({ id }) => id as OrganizationId);
}

/** The context in which a job acts on one organization's data, or null when that is gone. */
export async function actAsSystem(organizationId: OrganizationId): Promise<Context | null> {
  const { db } = database();
  const [row] = await db
    .select({
      slug: organizations.slug,
      name: organizations.name,
      apiAccess: organizations.apiAccess,
      alertRetentionDays: organizations.alertRetentionDays,
      requireTwoFactor: organizations.requireTwoFactor,
    })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (!row) return null;
  return {
    organizationId,
    organization: row,
    actor: systemActor(organizationId),
    role: null,
    scopes,
    expiresAt: null,
    db,
    requestId: mintId("request"),
    ip: null,
    userAgent: null,
  };
}
