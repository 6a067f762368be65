import { and, count, eq, gte } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { firstIdWithin } from "@/lib/db/age";
import type { Executor } from "@/lib/db/client";
import { emails } from "@/lib/db/tables/emails";
import { users } from "@/lib/db/tables/people";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { MAX_TEST_EMAILS } from "@/lib/limits";
import { readEmailRow } from "./reads";
import type { EmailRow } from "./schema";
import { type Email, queueEmail } from "./writes";

/** Short, because a test email is useful only while its sender waits for it. */
const EXPIRES_AFTER_D = 1;

/**
 * Queues a test email to the caller's own address.
 * @throws Failure `not_found` if the caller has no account, `limit_reached` after too many test emails.
 */
export async function deliverTestEmail(ctx: Context): Promise<EmailRow> {
  return ctx.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ email: users.email, name: users.name })
      .from(users)
      .where(eq(users.id, ctx.actor.id))
      // Without the lock, two concurrent requests could both pass the limit.
      .for("no key update");
    if (!person) throw notFound();
    await assertRoom(tx, person.email);
    const { slug, name: organization } = ctx.organization;
    const content = { organization, name: person.name, url: `${env().BASE_URL}/${slug}/settings/email` };
    const mail: Email = { kind: "test", to: person.email, content };
    const id = await queueEmail(tx, mail, { organizationId: ctx.organizationId, days: EXPIRES_AFTER_D });
    return readEmailRow({ ...ctx, db: tx }, id);
  });
}

/** Emails of all organizations count, because a person can create many organizations. */
async function assertRoom(tx: Executor, email: string): Promise<void> {
  const [sent] = await tx
    .select({ number: count() })
    .from(emails)
    .where(and(eq(emails.kind, "test"), eq(emails.recipient, email), gte(emails.id, firstIdWithin(1))));
  if ((sent?.number ?? 0) < MAX_TEST_EMAILS) return;
  throw new Failure("limit_reached", `You asked for ${MAX_TEST_EMAILS} test emails in 24 hours. Wait until tomorrow.`);
}
