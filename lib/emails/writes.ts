import { sql } from "drizzle-orm";
import { seal } from "@/lib/auth/seal";
import type { Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { emails } from "@/lib/db/tables/emails";
import type { EmailKind, Role } from "@/lib/values";

interface FailingWebhook {
  organization: string;
  /** The host of the webhook's URL. The rest of the URL may be secret. */
  webhook: string;
  description: string;
  since: string;
  /** The number of deliveries that wait. */
  pending: number;
  /** The result of the last attempt: the reply's status and text, if there was one, and a sentence about it. */
  reply: { status: number | null; text: string | null; meaning: string } | null;
  url: string;
}

/** The data of each kind of email. Times are ISO 8601 strings, and links are absolute URLs. */
export interface EmailPayloads extends Record<EmailKind, object> {
  email_verification: { url: string; expiresAt: string };
  account_exists: { name: string; url: string; resetUrl: string };
  invitation: { organization: string; invitedBy: string; role: Role; url: string; expiresAt: string };
  password_reset: { name: string; url: string; expiresAt: string };
  password_changed: { name: string; at: string; ip: string | null };
  key_expiring: { organization: string; key: string; label: string; expiresAt: string; days: number; url: string };
  two_factor_off: { name: string; at: string; ip: string | null };
  webhook_failing: FailingWebhook;
  webhook_disabled: FailingWebhook & { isGone: boolean };
  test: { organization: string; name: string; url: string };
}

export type Email = {
  [Kind in EmailKind]: { kind: Kind; to: string; content: EmailPayloads[Kind] };
}[EmailKind];

/** Returns the context that `seal` binds an email's encrypted content to. */
export const emailSealContext = (id: string) => id;

/**
 * Queues an email, which a job sends later. `tx` must be the transaction of the change that the email reports, so
 * that both commit together.
 * @param options.organizationId the organization whose admins may read the email if there is no mail server; null
 * if that would give them access to a person of other organizations.
 * @param options.days how many days the email remains worth sending.
 * @returns the email's UUID.
 */
export async function queueEmail(
  tx: Executor,
  mail: Email,
  options: { organizationId: string | null; days: number },
): Promise<string> {
  const id = newId();
  await tx.insert(emails).values({
    id,
    organizationId: options.organizationId,
    kind: mail.kind,
    recipient: mail.to,
    content: seal("mail", emailSealContext(id), JSON.stringify(mail.content)),
    expiresAt: sql`now() + make_interval(days => ${options.days})`,
  });
  return id;
}
