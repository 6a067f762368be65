import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { EmailKind } from "@/lib/values";
import { bytes, moment } from "./columns";

/** Mails to send, written in the transaction of their cause. */
export const emails = pgTable(
  "mails",
  {
    id: uuid("id").primaryKey(),
    /** The organization whose admins may read it where no mail server is set; null when none may. */
    organizationId: uuid("organization_id"),
    kind: text("kind").$type<EmailKind>().notNull(),
    recipient: text("recipient").notNull(),
    /** What it tells, sealed: it may hold a link that signs somebody in. */
    content: bytes("content").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** After this there is no point in sending it. */
    expiresAt: moment("expires_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull().defaultNow(),
    sentAt: moment("sent_at"),
    /** The server's last refusal. */
    error: text("error"),
  },
  (table) => [
    index("mails_waiting").on(table.nextAttemptAt).where(sql`${table.sentAt} is null`),
    index("mails_organization").on(table.organizationId, table.id),
  ],
);
