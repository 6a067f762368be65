import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, count, eq } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import { forgetResets } from "@/lib/auth/password";
import type { Executor } from "@/lib/db/client";
import { encodeId, newId } from "@/lib/db/ids";
import { memberships, organizations, users } from "@/lib/db/tables/people";
import { Failure } from "@/lib/errors";
import type { PersonContext, PublicContext } from "@/lib/http/context";
import { notFound } from "@/lib/http/failures";
import { assertVersion } from "@/lib/http/reply/entity-tag";
import { MAX_OWN_ORGANIZATIONS } from "@/lib/limits";
import { organizationOfContext, readOrganization } from "./reads";
import type { Organization, OrganizationCreate, OrganizationUpdate } from "./schema";

const MAX_SLUG = 40;

/** Slugs that organizations can't have, because they are first path segments of existing or possible pages. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `about account admin api app assets auth billing blog changelog contact dashboard dev docs favicon forgot-password health
  help home invite legal login logout me new null oauth openapi organization organizations pricing privacy public register
  reset-password security settings sign-in sign-out sign-up signin signout signup site static status support terms undefined v1 verify-email www`.split(
    /\s+/,
  ),
);

/** Letters that Unicode doesn't decompose into a Latin letter and a mark, with their replacements. */
const latin: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/**
 * Changes the organization's settings. If nothing differs, nothing is written. Turning off API access rejects all
 * keys and tokens from the next request on, but keeps them. If the retention gets shorter, the next job run
 * deletes older alerts. Requiring two-factor sign-in rejects members without it from their next request on.
 * @param ifMatch the `If-Match` header, or null to change any version.
 * @throws Failure `version_mismatch`, or `conflict` if an admin without two-factor sign-in requires it.
 */
export async function changeOrganization(
  ctx: Context,
  input: OrganizationUpdate,
  ifMatch: string | null = null,
): Promise<Organization> {
  return ctx.db.transaction(async (tx) => {
    const mine = eq(organizations.id, ctx.organizationId);
    const [row] = await tx
      .select({
        name: organizations.name,
        alert_retention_days: organizations.alertRetentionDays,
        api_access: organizations.apiAccess,
        require_two_factor: organizations.requireTwoFactor,
        version: organizations.version,
      })
      .from(organizations)
      .where(mine)
      .for("no key update");
    if (!row) throw notFound();
    const { api_access: hadAccess, require_two_factor: hadRequired, version, ...before } = row;
    assertVersion("organization", version, ifMatch);
    const apiAccess = input.api_access ?? hadAccess;
    const requireTwoFactor = input.require_two_factor ?? hadRequired;
    const after = {
      name: input.name ?? before.name,
      alert_retention_days: input.alert_retention_days ?? before.alert_retention_days,
    };
    if (requireTwoFactor && !hadRequired) await assertTwoFactor(tx, ctx);
    const target = { targetId: encodeId("organization", ctx.organizationId), targetName: before.name };
    const isChanged = !isDeepStrictEqual(before, after);
    if (isChanged || apiAccess !== hadAccess || requireTwoFactor !== hadRequired) {
      const { name, alert_retention_days: alertRetentionDays } = after;
      const values = { name, alertRetentionDays, apiAccess, requireTwoFactor, version: version + 1 };
      await tx.update(organizations).set(values).where(mine);
    }
    if (isChanged) {
      await recordAudit(tx, ctx, { action: "organization.updated", ...target, ...changed(before, after) });
    }
    if (apiAccess !== hadAccess) {
      const action = apiAccess ? "api_access.enabled" : "api_access.disabled";
      const change = { before: { api_access: hadAccess }, after: { api_access: apiAccess } };
      await recordAudit(tx, ctx, { action, ...target, ...change });
    }
    if (requireTwoFactor !== hadRequired) {
      const action = requireTwoFactor ? "two_factor.required" : "two_factor.not_required";
      const change = { before: { require_two_factor: hadRequired }, after: { require_two_factor: requireTwoFactor } };
      await recordAudit(tx, ctx, { action, ...target, ...change });
    }
    return readOrganization({ ...ctx, db: tx });
  });
}

/** Checks that the admin uses two-factor sign-in before they require it. Otherwise they would lock themselves out. */
async function assertTwoFactor(tx: Executor, ctx: Context): Promise<void> {
  const [person] = await tx
    .select({ enabledAt: users.totpEnabledAt })
    .from(users)
    .where(eq(users.id, ctx.actor.id))
    .for("share");
  if (person?.enabledAt) return;
  throw new Failure("conflict", "Set up two-factor sign-in for yourself first, on your account page.");
}

/** Returns only the fields that differ, for the audit log. */
function changed<T extends Record<string, unknown>>(before: T, after: T) {
  const fields = Object.keys(after).filter((field) => before[field] !== after[field]);
  const pick = (values: T) => Object.fromEntries(fields.map((field) => [field, values[field]]));
  return { before: pick(before), after: pick(after) };
}

/**
 * Creates an organization with the signed-in person as its admin.
 * @throws Failure `limit_reached` if they administer too many organizations.
 */
export async function addOrganization(ctx: PersonContext, { name }: OrganizationCreate): Promise<Organization> {
  return ctx.db.transaction(async (tx) => {
    // Without the lock, two concurrent requests could both pass the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, ctx.person.id)).for("no key update");
    const [own] = await tx
      .select({ number: count() })
      .from(memberships)
      .where(and(eq(memberships.userId, ctx.person.id), eq(memberships.role, "admin")));
    if ((own?.number ?? 0) >= MAX_OWN_ORGANIZATIONS) {
      const detail = `You have reached the limit of ${MAX_OWN_ORGANIZATIONS} organizations that you administer.`;
      throw new Failure("limit_reached", detail);
    }
    return organizationOfContext(await foundOrganization(tx, ctx, ctx.person, name));
  });
}

/** Creates an organization with its first admin, in the caller's transaction. */
export async function foundOrganization(
  tx: Executor,
  ctx: PublicContext,
  person: { id: string; name: string },
  name: string,
) {
  const organization = await insertOrganization(tx, name);
  const organizationId = organization.id;
  await tx.insert(memberships).values({ organizationId, userId: person.id, role: "admin" });
  // Deletes password reset links. Admins of another organization may have read one, and it must not give access to
  // this organization.
  await forgetResets(tx, person.id);
  const change = { ...ctx, organizationId, actor: { kind: "user" as const, id: person.id, name: person.name } };
  await recordAudit(tx, change, {
    action: "organization.created",
    targetId: encodeId("organization", organizationId),
    targetName: organization.name,
    after: { name: organization.name, slug: organization.slug },
  });
  return organization;
}

async function insertOrganization(tx: Executor, name: string) {
  const base = slugOf(name);
  const random = () => randomBytes(4).toString("hex");
  const numbered = [2, 3, 4, 5].map((n) => `${base}-${n}`);
  const candidates = [...(reservedSlugs.has(base) ? [] : [base]), ...numbered, `${base}-${random()}`];
  for (const slug of candidates) {
    const [row] = await tx
      .insert(organizations)
      .values({ id: newId(), slug, name })
      .onConflictDoNothing({ target: organizations.slug })
      .returning();
    if (row) return row;
  }
  throw new Failure("unavailable", "No free slug was found for this organization's name. Try another name.");
}

/**
 * Derives a slug from a name: `Müller & Söhne` becomes `muller-sohne`. A name without Latin letters becomes
 * `team`.
 */
export function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^\x20-\x7e]/g, (letter) => latin[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
  const slug = plain
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG)
    .replace(/^-|-$/g, "");
  return slug || "team";
}
