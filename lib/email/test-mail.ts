import { and, count, eq, gte } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { firstIdWithin } from "@/lib/db/age";
import type { Executor } from "@/lib/db/client";
import { mails } from "@/lib/db/tables/mails";
import { users } from "@/lib/db/tables/people";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { MAX_TEST_MAILS } from "@/lib/limits";
import { getMailRow } from "./reads";
import type { MailRow } from "./schema";
import { type Mail, queueMail } from "./writes";

/** A test is of use only while somebody waits for it. */
const EXPIRES_AFTER_D = 1;

/**
 * Queues a mail to the caller, which shows whether mails arrive.
 * @throws Failure `not_found` without an account, `limit_reached`.
 */
export async function deliverTestEmail(ctx: Context): Promise<MailRow> {
  return ctx.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ email: users.email, name: users.name })
      .from(users)
      .where(eq(users.id, ctx.actor.id))
      // Two that count at the same time would both find room.
      .for("no key update");
    if (!person) throw notFound();
    await assertRoom(tx, person.email);
    const { slug, name: organization } = ctx.organization;
    const content = { organization, name: person.name, url: `${env().BASE_URL}/${slug}/settings/email` };
    const mail: Mail = { kind: "test", to: person.email, content };
    const id = await queueMail(tx, mail, { organizationId: ctx.organizationId, days: EXPIRES_AFTER_D });
    return getMailRow({ ...ctx, db: tx }, id);
  });
}

/** Counts across organizations: anybody can make many. */
async function assertRoom(tx: Executor, email: string): Promise<void> {
  const [sent] = await tx
    .select({ number: count() })
    .from(mails)
    .where(and(eq(mails.kind, "test"), eq(mails.recipient, email), gte(mails.id, firstIdWithin(1))));
  if ((sent?.number ?? 0) < MAX_TEST_MAILS) return;
  throw new Failure("limit_reached", `You asked for ${MAX_TEST_MAILS} test mails in 24 hours. Wait until tomorrow.`);
}
