import { eq } from "drizzle-orm";
import { database } from "@/lib/db/client";
import { mintId } from "@/lib/db/ids";
import { organizations } from "@/lib/db/tables/people";
import { scopes } from "@/lib/values";
import type { Actor, Context, OrganizationId } from "./context";

/** The actor name of automatic changes in timelines and events. */
const SYSTEM_NAME = "Sightline";

/** Returns the actor of automatic changes, such as a camera going offline. */
export function systemActor(organizationId: OrganizationId): Actor {
  return { kind: "system", id: organizationId, name: SYSTEM_NAME };
}

/**
 * Returns the actor of changes by the operator: a person with access to the server, who runs `npm run admin`, for
 * example.
 */
export function operatorActor(organizationId: string): Actor {
  return { kind: "system", id: organizationId, name: "Operator" };
}

/** Returns the IDs of all organizations, for jobs that process them one after the other. */
export async function listOrganizationIds(): Promise<OrganizationId[]> {
  const rows = await database().db.select({ id: organizations.id }).from(organizations).orderBy(organizations.id);
  return rows.map(({ id }) => id as OrganizationId);
}

/**
 * After this many consecutive failures, the run stops. The database is probably down, and each further
 * organization would only wait for it.
 */
const MAX_FAILURES_IN_A_ROW = 20;

interface Step {
  done: number;
  /** Whether the organization has more work. */
  hasMore: boolean;
}

/**
 * Runs one bounded step of work for each organization, then more steps for those with more work. So neither a
 * large nor a failing organization delays the others.
 * @param ids the organizations with due work, or all of them.
 * @param signal stops the work after the current step.
 * @returns the total of `done`.
 * @throws AggregateError after the last step if organizations failed.
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
  if (failures.length > 0) throw new AggregateError(failures, `the task failed for ${failures.length} organizations`);
  return done;
}

/**
 * Returns the context with which a job accesses an organization's data, or null if the organization no longer
 * exists.
 */
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
