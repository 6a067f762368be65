import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ActorKind } from "@/lib/values";
import { moment, organizationId } from "./columns";

/** Notes on alerts. A note is never changed, and is deleted only together with its alert. */
export const notes = pgTable(
  "notes",
  {
    organizationId: organizationId(),
    id: uuid("id").notNull(),
    alertId: uuid("alert_id").notNull(),
    body: text("body").notNull(),
    authorKind: text("author_kind").$type<ActorKind>().notNull(),
    authorId: uuid("author_id").notNull(),
    authorName: text("author_name").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("notes_alert").on(table.organizationId, table.alertId, table.id),
  ],
);
