import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { EmailKind } from "@/lib/values";
import { bytes, moment } from "./columns";

/** Queued emails. They are written in the transaction of the change that they report. */
export const emails = pgTable(
  "mails",
  {
    id: uuid("id").primaryKey(),
    /** The organization whose admins may read the email if there is no mail server. Null if none may. */
    organizationId: uuid("organization_id"),
    kind: text("kind").$type<EmailKind>().notNull(),
    recipient: text("recipient").notNull(),
    /** The content, encrypted because it may contain a sign-in link. */
    content: bytes("content").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** The time after which the email is no longer useful and isn't sent. */
    expiresAt: moment("expires_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull().defaultNow(),
    sentAt: moment("sent_at"),
    /** The mail server's last error. */
    error: text("error"),
  },
  (table) => [
    index("mails_waiting").on(table.nextAttemptAt).where(sql`${table.sentAt} is null`),
    index("mails_organization").on(table.organizationId, table.id),
  ],
);
