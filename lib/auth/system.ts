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

/** After so many failures in a row the database is away, and each further one would wait for it. */
const MAX_FAILURES_IN_A_ROW = 20;

interface Step {
  done: number;
  /** The organization has more of this work. */
  hasMore: boolean;
}

/**
 * Does one bounded step of work for each organization, then another one for those that have more. So a large
 * organization doesn't hold up the others, and neither does one that fails.
 * @param ids those with due work, found by one statement, or all of them.
 * @param signal ends it after the running step.
 * @returns how much was done.
 * @throws AggregateError after the last step when organizations failed.
 */
export async function forEachOrganization(
  ids: readonly string[],
  step: (organizationId: OrganizationId) => Promise<Step>,
  signal?: AbortSignal,
): Promise<number> {
  let done = 0;
  let failuresInARow = 0;
  const failures: unknown[] = [];
  for (let left = ids; left.length > 0; ) {
    const unfinished: string[] = [];
    for (const id of left) {
      if (signal?.aborted || failuresInARow === MAX_FAILURES_IN_A_ROW) break;
      try {
        const result = await step(id as OrganizationId);
        failuresInARow = 0;
        done += result.done;
        if (result.hasMore) unfinished.push(id);
      } catch (error) {
        failures.push(error);
        failuresInARow += 1;
      }
    }
    left = unfinished;
  }
  if (failures.length > 0) throw new AggregateError(failures, `the work of ${failures.length} organizations failed`);
  return done;
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
