import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { DeliveryState, EventType, WebhookBody, WebhookDisabledReason, WebhookKind } from "@/lib/values";
import type { OutboundFault } from "../../outbound/faults";
import { bytes, moment, organizationId, transactionId } from "./columns";
import { organizations } from "./people";

/** Endpoints to which events are delivered. Each one has its own position in the event feed. */
export const webhooks = pgTable(
  "webhooks",
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid("id").notNull(),
    kind: text("kind").$type<WebhookKind>().notNull(),
    /** The encrypted URL. It is often a secret itself. */
    url: bytes("url").notNull(),
    description: text("description").notNull(),
    /** The event types to deliver. Null means all. */
    eventTypes: text("event_types").array().$type<EventType[]>(),
    body: text("body").$type<WebhookBody>().notNull(),
    /** The filter for alert events, in the format of `WebhookFilter`. Null means all. */
    filter: jsonb("filter").$type<Record<string, unknown>>(),
    /** The body of the kind `template`, with placeholders. */
    template: jsonb("template").$type<Record<string, unknown>>(),
    /** The Slack channel to which a bot posts. */
    channel: text("channel"),
    /** The encrypted integration key (PagerDuty) or bot token (Slack). */
    credential: bytes("credential"),
    /** Additional request headers, as encrypted JSON. */
    headers: bytes("headers"),
    enabled: boolean("enabled").notNull().default(true),
    disabledReason: text("disabled_reason").$type<WebhookDisabledReason>(),
    disabledAt: moment("disabled_at"),
    /** The encrypted signing secret, and the previous one until `previous_secret_until`. */
    secret: bytes("secret").notNull(),
    previousSecret: bytes("previous_secret"),
    previousSecretUntil: moment("previous_secret_until"),
    createdByName: text("created_by_name").notNull(),
    version: integer("version").notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    /** The position in the event feed after the last event that became a delivery. It stands still while disabled. */
    positionTransactionId: transactionId("position_transaction_id").notNull(),
    positionEventId: uuid("position_event_id").notNull(),
    lastSuccessAt: moment("last_success_at"),
    /** The time of the first failure since the last success. */
    failingSince: moment("failing_since"),
    /** The time at which the last notice to the admins became due. It identifies the notice. */
    noticedAt: moment("noticed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("webhooks_enabled").on(table.organizationId).where(sql`${table.enabled}`),
  ],
);

/** Events to deliver, one row per webhook and event. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    organizationId: organizationId(),
    id: uuid("id").notNull(),
    webhookId: uuid("webhook_id").notNull(),
    eventId: uuid("event_id").notNull(),
    eventType: text("event_type").$type<EventType>().notNull(),
    /** The alert, camera, key or webhook. Deliveries of one subject are sent in feed order. */
    subjectId: uuid("subject_id").notNull(),
    /** The event's transaction ID. With `event_id`, it is the event's position in the feed. */
    transactionId: transactionId("transaction_id").notNull(),
    state: text("state").$type<DeliveryState>().notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    /** The number of attempts before the current schedule of retries began. */
    attemptsBefore: integer("attempts_before").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull().defaultNow(),
    /** The end of the current attempt's lease. After it, the process that made the attempt is considered dead. */
    leasedUntil: moment("leased_until"),
    createdAt: moment("created_at").notNull().defaultNow(),
    finishedAt: moment("finished_at"),
    /** The message that the delivery created or changed, as its system identifies it. For Slack: channel and timestamp. */
    messageId: text("message_id"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("webhook_deliveries_event").on(table.organizationId, table.webhookId, table.eventId),
    /** The index for due deliveries of a webhook. */
    index("webhook_deliveries_due")
      .on(table.organizationId, table.webhookId, table.nextAttemptAt, table.transactionId, table.eventId)
      .where(sql`${table.state} = 'pending'`),
    /** The index for earlier deliveries of the same subject. */
    index("webhook_deliveries_order")
      .on(table.organizationId, table.webhookId, table.subjectId, table.transactionId, table.eventId)
      .where(sql`${table.state} = 'pending'`),
    /** The index for the message of a subject. */
    index("webhook_deliveries_message")
      .on(table.organizationId, table.webhookId, table.subjectId, table.transactionId, table.eventId)
      .where(sql`${table.messageId} is not null`),
    /** The index for the list of a webhook's deliveries, newest first. */
    index("webhook_deliveries_webhook").on(table.organizationId, table.webhookId, table.id),
    /** The index for deliveries that failed or wait. Few deliveries do, so the index stays small. */
    index("webhook_deliveries_open")
      .on(table.organizationId, table.webhookId, table.state, table.id)
      .where(sql`${table.state} <> 'delivered'`),
  ],
);

/** The attempts of deliveries. */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    organizationId: organizationId(),
    deliveryId: uuid("delivery_id").notNull(),
    number: integer("number").notNull(),
    startedAt: moment("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    /** The HTTP status of the reply, or null if there was none. */
    status: smallint("status"),
    fault: text("fault").$type<OutboundFault>(),
    /** Whether the receiver accepted the delivery. Slack also replies 200 to errors. */
    delivered: boolean("delivered").notNull(),
    /** The start of the reply's body. */
    reply: text("reply"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.deliveryId, table.number] })],
);

/** Attempts per hour, so that figures of 30 days don't read every attempt. */
export const webhookAttemptCounts = pgTable(
  "webhook_attempt_counts",
  {
    organizationId: organizationId(),
    webhookId: uuid("webhook_id").notNull(),
    hour: moment("hour").notNull(),
    succeeded: boolean("succeeded").notNull(),
    /** The class of the duration (`durationClass`), or 0 if there was neither a reply nor a timeout. */
    durationClass: smallint("duration_class").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({
      name: "webhook_attempt_counts_pk",
      columns: [table.organizationId, table.webhookId, table.hour, table.succeeded, table.durationClass],
    }),
    /** The index for expired counts. */
    index("webhook_attempt_counts_hour").on(table.organizationId, table.hour),
  ],
);
