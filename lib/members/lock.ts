import { eq } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";
import { organizations } from "@/lib/db/tables/people";
import { notFound } from "@/lib/http/parse";

/**
 * Lets whoever changes who belongs to an organization pass one after the other: each counts what the others change.
 * @throws Failure `not_found`.
 */
export async function lockOrganization(tx: Executor, id: string): Promise<{ id: string; slug: string; name: string }> {
  const [row] = await tx
    .select({ id: organizations.id, slug: organizations.slug, name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for("no key update");
  if (!row) throw notFound();
  return row;
}
