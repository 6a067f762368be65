import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { ActorKind, AuditAction, EventType } from "@/lib/values";
import type { InputIssue } from "../../errors";
import { bytes, moment, organizationId, transactionId } from "./columns";

/** The append-only feed: written in the transaction of the change that it tells of. */
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
    /** Rises from one epoch of the feed to the next; readers stop before the oldest one that still runs. */
    transactionId: transactionId("transaction_id").notNull().default(sql`feed_transaction_id()`),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    /** Timelines, in the order of the feed. */
    index("events_subject").on(table.organizationId, table.subjectId, table.transactionId, table.id),
    /** The order of the feed. */
    index("events_feed").on(table.organizationId, table.transactionId, table.id),
    /** What is deleted by its age; events of alerts go with their alert. */
    index("events_expiring").on(table.organizationId, table.id).where(sql`${table.type} not like 'alert.%'`),
  ],
);

/**
 * The clusters that wrote the feed, in their order. Each one counts transactions from a beginning of its own; the
 * functions `feed_transaction_id` and `feed_horizon` add what puts the newest epoch behind the others.
 */
export const feedEpochs = pgTable("feed_epochs", {
  epoch: integer("epoch").primaryKey(),
  /** PostgreSQL's system identifier, and the timeline of its log. */
  cluster: text("cluster").notNull(),
  startedAt: moment("started_at").notNull().defaultNow(),
});

/** Answers of requests with an `Idempotency-Key`, stored in the transaction of the work. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** The organization, or the person for requests that belong to no organization. */
    ownerId: organizationId(),
    key: text("key").notNull(),
    /** SHA-256 over method, path and body: the same key with anything else is refused. */
    fingerprint: bytes("fingerprint").notNull(),
    status: smallint("status").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    /** Sealed: the answer may hold what is shown only once, such as a new key. */
    body: bytes("body"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.key] }),
    index("idempotency_keys_created").on(table.createdAt),
  ],
);

/** The request log. */
export const requests = pgTable(
  "requests",
  {
    organizationId: organizationId(),
    id: uuid("id").notNull(),
    method: text("method").notNull(),
    /** The operation's path template; the address itself may hold what a caller should not have put there. */
    route: text("route").notNull(),
    status: smallint("status").notNull(),
    code: text("code"),
    durationMs: integer("duration_ms").notNull(),
    credentialKind: text("credential_kind").$type<ActorKind>().notNull(),
    credentialId: uuid("credential_id").notNull(),
    ip: text("ip"),
    userAgent: text("user_agent"),
    createdAt: moment("created_at").notNull(),
    /** Path and query as they came, secrets masked. */
    target: text("target"),
    /** Of a refusal: what the problem document said, and what the caller had sent, secrets masked. */
    detail: text("detail"),
    errors: jsonb("errors").$type<InputIssue[]>(),
    requestBody: text("request_body"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("requests_credential").on(table.organizationId, table.credentialId, table.id),
    /** Refusals are what is looked for, and few: a small index among many requests that succeeded. */
    index("requests_refused").on(table.organizationId, table.id).where(sql`${table.status} >= 400`),
  ],
);

/** Requests per hour, credential, operation and status: the histogram without reading the log. */
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

/** What admins and their credentials changed, with the state before and after. */
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
    /** The changed thing's name at that time. */
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
