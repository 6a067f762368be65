import { sql } from "drizzle-orm";
import { seal } from "@/lib/auth/seal";
import type { Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { emails } from "@/lib/db/tables/emails";
import type { EmailKind, Role } from "@/lib/values";

/** What each kind of mail tells; times are ISO 8601, links absolute. */
export interface EmailPayloads extends Record<EmailKind, object> {
  email_verification: { url: string; expiresAt: string };
  account_exists: { name: string; url: string; resetUrl: string };
  invitation: { organization: string; invitedBy: string; role: Role; url: string; expiresAt: string };
  password_reset: { name: string; url: string; expiresAt: string };
  password_changed: { name: string; at: string; ip: string | null };
  key_expiring: { organization: string; key: string; label: string; expiresAt: string; days: number; url: string };
  two_factor_off: { name: string; at: string; ip: string | null };
  test: { organization: string; name: string; url: string };
}

export type Email = {
  [Kind in EmailKind]: { kind: Kind; to: string; content: EmailPayloads[Kind] };
}[EmailKind];

/** Place of a mail's content for `seal`. */
export const emailSealContext = (id: string) => id;

/**
 * Queues a mail; `tx` must be the transaction of what it tells, so neither exists without the other. A job sends it.
 * @param options.organizationId whose admins may read it where no mail server is set; null when it would give them
 *   power over somebody who belongs to other organizations too.
 * @param options.days after which there is no point in sending it.
 * @returns the mail's UUID.
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
