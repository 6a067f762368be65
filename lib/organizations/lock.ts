import { eq } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";
import { organizations } from "@/lib/db/tables/people";
import { notFound } from "@/lib/http/failures";

interface LockedOrganization {
  id: string;
  slug: string;
  name: string;
  apiAccess: boolean;
}

/**
 * Locks an organization's row, and so serializes changes that are subject to a limit or minimum (keys, apps,
 * members, admins). Each change then sees the others.
 * @throws Failure `not_found`.
 */
export async function lockOrganization(tx: Executor, id: string): Promise<LockedOrganization> {
  const [row] = await tx
    .select({
      id: organizations.id,
      slug: organizations.slug,
      name: organizations.name,
      apiAccess: organizations.apiAccess,
    })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for("no key update");
  if (!row) throw notFound();
  return row;
}
