import { eq } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { users } from "@/lib/db/tables/people";
import { env } from "@/lib/env";
import { notFound } from "@/lib/http/parse";
import { getMailRow } from "./reads";
import type { MailRow } from "./schema";
import { type Mail, queueMail } from "./writes";

/** A test is of use only while somebody waits for it. */
const EXPIRES_AFTER_D = 1;

/** Queues a mail to the caller, which shows whether mails arrive. @throws Failure `not_found` without an account. */
export async function sendTestMail(ctx: Context): Promise<MailRow> {
  return ctx.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ email: users.email, name: users.name })
      .from(users)
      .where(eq(users.id, ctx.actor.id));
    if (!person) throw notFound();
    const { slug, name: organization } = ctx.organization;
    const content = { organization, name: person.name, url: `${env().BASE_URL}/${slug}/settings/mail` };
    const mail: Mail = { kind: "test", to: person.email, content };
    const id = await queueMail(tx, mail, { organizationId: ctx.organizationId, days: EXPIRES_AFTER_D });
    return getMailRow({ ...ctx, db: tx }, id);
  });
}
