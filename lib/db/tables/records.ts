import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { ActorKind, AuditAction, EventType } from "@/lib/values";
import type { InputIssue } from "../../errors";
import { bytes, moment, organizationId, transactionId } from "./columns";

/** The append-only event feed. Events are written in the transaction of the change they describe. */
export const events = pgTable(
  "events",
  {
    organizationId: organizationId(),
    id: uuid("id").notNull(),
    type: text("type").$type<EventType>().notNull(),
    subjectId: uuid("subject_id").notNull(),
    actorKind: text("actor_kind").$type<ActorKind>().notNull(),
    actorId: uuid("actor_id"),
    actorName: text("actor_name").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /**
     * The transaction that wrote the event, with an offset that increases with every epoch of the feed. Readers
     * stop before the oldest running transaction.
     */
    transactionId: transactionId("transaction_id").notNull().default(sql`feed_transaction_id()`),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    /** The index for timelines, in feed order. */
    index("events_subject").on(table.organizationId, table.subjectId, table.transactionId, table.id),
    /** The index in feed order. */
    index("events_feed").on(table.organizationId, table.transactionId, table.id),
    /** The index for deletion by age. It excludes events of alerts, which are deleted with their alert. */
    index("events_expiring").on(table.organizationId, table.id).where(sql`${table.type} not like 'alert.%'`),
  ],
);

/**
 * The clusters on which the feed was written, in order. Each has its own transaction counter. The functions
 * `feed_transaction_id` and `feed_horizon` add an offset, so that events of the newest epoch come last.
 */
export const feedEpochs = pgTable("feed_epochs", {
  epoch: integer("epoch").primaryKey(),
  /** The cluster's system identifier and WAL timeline. */
  cluster: text("cluster").notNull(),
  startedAt: moment("started_at").notNull().defaultNow(),
});

/** Responses to requests with an `Idempotency-Key`. A response is stored in the transaction of the request's work. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** The organization's ID, or the person's ID for requests without an organization. */
    ownerId: organizationId(),
    key: text("key").notNull(),
    /**
     * SHA-256 of the request's method, path, query and body, and of the person if a member sent it. A different
     * request with the same key is rejected.
     */
    fingerprint: bytes("fingerprint").notNull(),
    status: smallint("status").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    /** The body. It is encrypted, because it may contain personal data. Values that are shown only once are null. */
    body: bytes("body"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.key] }),
    index("idempotency_keys_created").on(table.createdAt),
  ],
);

/** The request log of the API. */
export const requests = pgTable(
  "requests",
  {
    organizationId: organizationId(),
    id: uuid("id").notNull(),
    method: text("method").notNull(),
    /**
     * The path template of the operation. The actual path isn't stored here, because it may contain unexpected
     * data.
     */
    route: text("route").notNull(),
    status: smallint("status").notNull(),
    code: text("code"),
    durationMs: integer("duration_ms").notNull(),
    credentialKind: text("credential_kind").$type<ActorKind>().notNull(),
    credentialId: uuid("credential_id").notNull(),
    ip: text("ip"),
    userAgent: text("user_agent"),
    createdAt: moment("created_at").notNull(),
    /** The path and query as received, with secrets masked. */
    target: text("target"),
    /**
     * Only for rejected requests: the detail and errors of the problem document, and the request body, with
     * secrets masked.
     */
    detail: text("detail"),
    errors: jsonb("errors").$type<InputIssue[]>(),
    requestBody: text("request_body"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("requests_credential").on(table.organizationId, table.credentialId, table.id),
    /** The index for rejected requests. They are searched most often but are few, so the index stays small. */
    index("requests_refused").on(table.organizationId, table.id).where(sql`${table.status} >= 400`),
  ],
);

/** Request counts per hour, credential, operation and status. The histogram reads them instead of the log. */
export const requestCounts = pgTable(
  "request_counts",
  {
    organizationId: organizationId(),
    hour: moment("hour").notNull(),
    credentialId: uuid("credential_id").notNull(),
    method: text("method").notNull(),
    route: text("route").notNull(),
    status: smallint("status").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.hour, table.credentialId, table.route, table.method, table.status],
    }),
  ],
);

/** The audit log. Entries contain the state before and after a change. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    organizationId: organizationId(),
    id: uuid("id").notNull(),
    action: text("action").$type<AuditAction>().notNull(),
    actorKind: text("actor_kind").$type<ActorKind>().notNull(),
    actorId: uuid("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    targetId: text("target_id").notNull(),
    /** The target's name at the time of the change. */
    targetName: text("target_name"),
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
    ip: text("ip"),
    requestId: text("request_id"),
    userAgent: text("user_agent"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("audit_entries_target").on(table.organizationId, table.targetId, table.id),
    index("audit_entries_actor").on(table.organizationId, table.actorId, table.id),
  ],
);
