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
 * Serializes changes of things that an organization has a limit or minimum of (keys, apps, members, admins), so that
 * each sees the others' changes.
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
