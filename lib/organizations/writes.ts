import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import { hashPassword } from "@/lib/auth/password";
import type { Executor } from "@/lib/db/client";
import { encodeId, newId } from "@/lib/db/ids";
import { memberships, organizations, users } from "@/lib/db/tables/people";
import { auditEntries } from "@/lib/db/tables/records";
import { Failure } from "@/lib/errors";
import { isSameOrigin } from "@/lib/http/address";
import type { PublicContext } from "@/lib/http/handle";
import { notFound } from "@/lib/http/parse";
import type { ApiRequest } from "@/lib/http/reply";
import { once } from "@/lib/once";
import { getOrganization } from "./reads";
import type { Organization, OrganizationUpdate, SignedUp, SignUp } from "./schema";

/** Each sign-up costs a slow hash, so one address gets this many a minute. */
const SIGN_UPS_PER_MINUTE = 60;
const MAX_SLUG = 40;

/** First segments of addresses that are, or may become, pages of the product itself. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `about account admin api app assets auth billing blog changelog contact dashboard docs favicon forgot-password health
  help home invite legal login logout me new null oauth openapi organization pricing privacy public register
  reset-password security settings sign-in sign-out sign-up signin signout signup site static status support terms undefined www`.split(
    /\s+/,
  ),
);

/** Letters that Unicode does not take apart into a Latin letter and its mark. */
const latin: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/**
 * Changes the organization's name, how long it keeps alerts, or its API access; what is already so changes nothing.
 * With API access off every key and token is refused from the next request on, and kept. Alerts that a shorter
 * retention no longer covers are deleted by the next run of the job.
 */
export async function updateOrganization(ctx: Context, input: OrganizationUpdate): Promise<Organization> {
  return ctx.db.transaction(async (tx) => {
    const mine = eq(organizations.id, ctx.organizationId);
    const [row] = await tx
      .select({
        name: organizations.name,
        alert_retention_days: organizations.alertRetentionDays,
        api_access: organizations.apiAccess,
      })
      .from(organizations)
      .where(mine)
      .for("no key update");
    if (!row) throw notFound();
    const { api_access: hadAccess, ...before } = row;
    const apiAccess = input.api_access ?? hadAccess;
    const after = {
      name: input.name ?? before.name,
      alert_retention_days: input.alert_retention_days ?? before.alert_retention_days,
    };
    const targetId = encodeId("organization", ctx.organizationId);
    const isChanged = !isDeepStrictEqual(before, after);
    if (isChanged || apiAccess !== hadAccess) {
      const { name, alert_retention_days: alertRetentionDays } = after;
      await tx.update(organizations).set({ name, alertRetentionDays, apiAccess }).where(mine);
    }
    if (isChanged) await recordAudit(tx, ctx, { action: "organization.updated", targetId, ...changed(before, after) });
    if (apiAccess !== hadAccess) {
      const action = apiAccess ? "api_access.enabled" : "api_access.disabled";
      const change = { before: { api_access: hadAccess }, after: { api_access: apiAccess } };
      await recordAudit(tx, ctx, { action, targetId, ...change });
    }
    return getOrganization({ ...ctx, db: tx });
  });
}

/** Only the fields that differ, as the audit log shows them. */
function changed<T extends Record<string, unknown>>(before: T, after: T) {
  const fields = Object.keys(after).filter((field) => before[field] !== after[field]);
  const pick = (values: T) => Object.fromEntries(fields.map((field) => [field, values[field]]));
  return { before: pick(before), after: pick(after) };
}

/**
 * Makes a person, an organization and the admin membership between them.
 * @throws Failure `forbidden` unless a page of this site asks, `rate_limited`, `conflict` for a known e-mail.
 */
export async function signUp(ctx: PublicContext, request: ApiRequest, input: SignUp): Promise<SignedUp> {
  if (!isSameOrigin(request)) throw new Failure("forbidden", "Sign up on the sign-up page of this site.");
  await countSignUp(ctx.ip);
  const [known] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, input.email.toLowerCase()));
  if (known) throw emailTaken();
  // Outside of the transaction: the hash takes many times as long as the statements.
  const passwordHash = await hashPassword(input.password);
  return ctx.db.transaction(async (tx) => {
    const { name, email } = input;
    const userId = newId();
    const [user] = await tx
      .insert(users)
      .values({ id: userId, name, email, passwordHash })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (!user) throw emailTaken();
    const organization = await insertOrganization(tx, input.organization_name);
    await tx.insert(memberships).values({ organizationId: organization.id, userId, role: "admin" });
    // Nobody is signed in yet, so there is no context for recordAudit.
    await tx.insert(auditEntries).values({
      organizationId: organization.id,
      id: newId(),
      action: "organization.created",
      actorKind: "user",
      actorId: userId,
      actorName: name,
      targetId: encodeId("organization", organization.id),
      after: { name: organization.name, slug: organization.slug },
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      requestId: ctx.requestId,
    });
    return { organization: { slug: organization.slug, name: organization.name } };
  });
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
      .returning({ id: organizations.id, slug: organizations.slug, name: organizations.name });
    if (row) return row;
  }
  throw new Failure("unavailable", "No free address was found for this organization's name. Try again.");
}

/** The address that a name suggests: `Müller & Söhne` gives `muller-sohne`; names without Latin letters `team`. */
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
    .replace(/^-+|-+$/g, "");
  return slug || "team";
}

async function countSignUp(ip: string | null): Promise<void> {
  const limiter = once("sign-up-limiter", () => {
    return new RateLimiterMemory({ keyPrefix: "sign-up", points: SIGN_UPS_PER_MINUTE, duration: 60 });
  });
  try {
    await limiter.consume(ip ?? "unknown");
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const wait = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw new Failure("rate_limited", `Too many sign-ups from your address. Wait ${wait} s.`, {
      headers: { "Retry-After": String(wait) },
    });
  }
}

function emailTaken(): Failure {
  const detail = "An account with this e-mail exists. Sign in instead.";
  return new Failure("conflict", detail, { errors: [{ pointer: "/email", code: "taken", detail }] });
}
