import { z } from "zod";
import { standingFilters } from "@/lib/alerts/schema";
import { eventSchema, eventTypeSchema } from "@/lib/events/schema";
import { shownOnce } from "@/lib/http/secret-fields";
import {
  idSchema,
  listParameter,
  listSchema,
  nameSchema,
  paginationParameters,
  textSchema,
  timestampSchema,
} from "@/lib/http/wire";
import {
  EVENT_RETENTION_D,
  MAX_COUNTED_DELIVERIES,
  MAX_RESENT_DELIVERIES,
  MAX_TEMPLATE,
  MAX_WEBHOOK_HEADERS,
  MAX_WEBHOOK_URL,
  ROTATED_SECRET_H,
} from "@/lib/limits";
import { outboundFaults } from "@/lib/outbound/faults";
import { deliveryStates, webhookBodies, webhookDisabledReasons, webhookKinds } from "@/lib/values";
import { isReservedHeader } from "./destination";
import { describeTemplateFault } from "./formats/template";

const url = z
  .string()
  .max(MAX_WEBHOOK_URL, `At most ${MAX_WEBHOOK_URL.toLocaleString("en")} characters.`)
  .meta({
    description: "The URL that receives a POST request for each event. It must start with https://",
    example: "https://example.com/sightline",
  });
const description = textSchema(200);
const types = z
  .array(eventTypeSchema)
  .min(1, "Send at least one type, or null for all types.")
  .transform((list) => [...new Set(list)])
  .nullable();
const body = z.enum(webhookBodies).meta({ id: "WebhookBody" });
const kind = z.enum(webhookKinds).meta({ id: "WebhookKind" });
const filter = z
  .strictObject(standingFilters)
  .refine(
    (value) => Object.values(value).some((each) => each !== undefined && each !== ""),
    "Send at least one filter.",
  )
  .meta({ id: "WebhookFilter", example: { severity: ["critical", "high"] } });
const filterMeaning =
  "Delivers alert events only if the alert matches, with the filters of the alert list. Other events aren't affected. Null means all";
const templateMeaning =
  "For the kind `template`: the JSON body. Placeholders such as `{{alert.severity}}` are replaced with values of the event";
const channelMeaning = "For the kind `slack` with a bot token: the ID of the channel";
const template = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => JSON.stringify(value).length <= MAX_TEMPLATE,
    `At most ${MAX_TEMPLATE.toLocaleString("en")} characters as JSON.`,
  )
  .superRefine((value, ctx) => {
    const fault = describeTemplateFault(value);
    if (fault !== null) ctx.addIssue({ code: "custom", message: fault });
  })
  .meta({ id: "WebhookTemplate", example: { text: "{{summary.title}}: {{summary.text}}" } });
const channel = nameSchema(100);
const credential = z
  .string()
  .regex(/^[!-~]{1,200}$/, "Send 1 to 200 visible ASCII characters without blanks.")
  .meta({
    description: "The integration key (`pagerduty`) or bot token (`slack`). It is stored encrypted and never returned",
  });
const headers = z
  .record(
    z.string().regex(/^[a-zA-Z0-9-]{1,100}$/, "Use letters, digits and hyphens, at most 100 characters."),
    z.string().regex(/^[ -~]{1,1000}$/, "Send 1 to 1,000 ASCII characters."),
  )
  .superRefine((value, ctx) => {
    const names = Object.keys(value);
    if (names.length > MAX_WEBHOOK_HEADERS) {
      ctx.addIssue({ code: "custom", message: `At most ${MAX_WEBHOOK_HEADERS} headers.` });
    }
    for (const name of names.filter(isReservedHeader)) {
      ctx.addIssue({ code: "custom", path: [name], message: "This header is set by Sightline. Remove it." });
    }
    const lower = names.map((name) => name.toLowerCase());
    for (const name of names.filter((_, index) => lower.indexOf(lower[index] ?? "") < index)) {
      ctx.addIssue({
        code: "custom",
        path: [name],
        message: "Send each header once. Upper and lower case are the same.",
      });
    }
  })
  .meta({
    id: "WebhookHeaders",
    description: "Additional request headers. Their values are stored encrypted and never returned",
    example: { authorization: "Bearer your-token" },
  });
const bodyMeaning = "`full` sends the event's data, and `thin` sends only its IDs and version";

export const webhookSchema = z
  .object({
    id: z.string().meta({ description: "The webhook's ID" }),
    kind: kind.meta({ description: "The format of the deliveries" }),
    url,
    description: z.string().meta({ description: "Your own description" }),
    event_types: z
      .array(eventTypeSchema)
      .nullable()
      .meta({ description: "The types to deliver. Null means all types" }),
    filter: filter.nullable().meta({ description: filterMeaning }),
    body: body.meta({ description: bodyMeaning }),
    template: template.nullable().meta({ description: templateMeaning }),
    channel: z.string().nullable().meta({ description: channelMeaning }),
    has_credential: z.boolean().meta({ description: "Whether an integration key or a bot token is stored" }),
    header_names: z.array(z.string()).meta({ description: "The names of the additional request headers" }),
    enabled: z.boolean().meta({ description: "Whether events are delivered. A disabled webhook keeps its position" }),
    disabled_reason: z.enum(webhookDisabledReasons).meta({ id: "WebhookDisabledReason" }).nullable().meta({
      description:
        "`requested`: by a person or through the API. `gone`: after a 410 reply. `failing`: after days of failures",
    }),
    disabled_at: z.string().nullable().meta({ description: "When it was disabled" }),
    pending: z.int().meta({
      description: `Number of deliveries that wait for their next attempt, up to ${MAX_COUNTED_DELIVERIES.toLocaleString("en")}`,
    }),
    last_success_at: z.string().nullable().meta({ description: "When a delivery last succeeded" }),
    failing_since: z.string().nullable().meta({ description: "When deliveries began to fail. Null after a success" }),
    created_by: z.string().meta({ description: "The name of the person, API key or app that created it" }),
    created_at: z.string(),
    updated_at: z.string(),
    version: z.int(),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.output<typeof webhookSchema>;

export const webhookListSchema = listSchema(webhookSchema).meta({ id: "WebhookList" });
export type WebhookList = z.output<typeof webhookListSchema>;

export const webhookSecretSchema = z
  .object({ webhook: webhookSchema, secret: shownOnce("The signing secret") })
  .meta({ id: "WebhookSecret" });
export type NewWebhook = z.output<typeof webhookSecretSchema> & { secret: string };

export const webhookCreateSchema = z
  .strictObject({
    kind: kind.default("generic").meta({ description: "The format of the deliveries" }),
    url,
    description: description.default("").meta({ description: "Your own description" }),
    event_types: types.default(null).meta({ description: "The types to deliver. Defaults to all types" }),
    filter: filter.nullable().default(null).meta({ description: filterMeaning }),
    body: body.default("full").meta({ description: bodyMeaning }),
    template: template.nullable().default(null).meta({ description: templateMeaning }),
    channel: channel.nullable().default(null).meta({ description: channelMeaning }),
    credential: credential.nullable().default(null),
    headers: headers.default({}),
    enabled: z.boolean().default(true).meta({ description: "Send false to start without deliveries" }),
  })
  .meta({ id: "WebhookCreate" });
export type WebhookCreate = z.output<typeof webhookCreateSchema>;

export const webhookUpdateSchema = z
  .strictObject({
    url: url.optional(),
    description: description.optional().meta({ description: "Your own description" }),
    event_types: types
      .optional()
      .meta({ description: "The types to deliver, of events that aren't deliveries yet. Null means all types" }),
    filter: filter.nullish().meta({ description: filterMeaning }),
    body: body.optional().meta({ description: bodyMeaning }),
    template: template.nullish().meta({ description: templateMeaning }),
    channel: channel.nullish().meta({ description: channelMeaning }),
    credential: credential.nullish(),
    headers: headers.optional(),
    enabled: z
      .boolean()
      .optional()
      .meta({
        description: `true delivers everything since the webhook was disabled, up to ${EVENT_RETENTION_D} days back`,
      }),
  })
  .meta({ id: "WebhookUpdate" });
export type WebhookUpdate = z.output<typeof webhookUpdateSchema>;

export const webhookParamsSchema = z.object({ id: idSchema("webhook") });
export const deliveryParamsSchema = z.object({ id: idSchema("webhook"), did: idSchema("delivery") });

const status = z.int().nullable().meta({ description: "The HTTP status of the reply. Null if there was none" });
const fault = z
  .enum(outboundFaults)
  .meta({ id: "DeliveryFault" })
  .nullable()
  .meta({ description: "Why there was no reply. Null if there was one" });
const durationMs = z.int().meta({ description: "Duration in milliseconds" });
const reply = z.string().nullable().meta({ description: "The first 1,024 characters of the reply" });

export const deliveryAttemptSchema = z
  .object({
    number: z.int().meta({ description: "Number of the attempt, starting at 1" }),
    started_at: z.string().meta({ description: "When the attempt started" }),
    duration_ms: durationMs,
    delivered: z.boolean().meta({ description: "Whether the receiver accepted the delivery" }),
    status,
    fault,
    reply,
  })
  .meta({ id: "DeliveryAttempt" });

const deliveryState = z.enum(deliveryStates).meta({ id: "DeliveryState" });

const deliveryFields = {
  id: z.string().meta({ description: "The delivery's ID" }),
  webhook_id: z.string().meta({ description: "The webhook's ID" }),
  event_id: z.string().meta({ description: "The event's ID, which is the `webhook-id` of every attempt" }),
  event_type: eventTypeSchema.meta({ description: "The event's type" }),
  subject: eventSchema.shape.subject,
  state: deliveryState.meta({ description: "`failed`: every attempt failed. `canceled`: the event was deleted" }),
  attempts: z.int().meta({ description: "Number of attempts so far" }),
  next_attempt_at: z
    .string()
    .nullable()
    .meta({ description: "When the next attempt is due. Null if none is, or while an attempt runs" }),
  created_at: z.string(),
  finished_at: z.string().nullable().meta({ description: "When it was delivered or given up" }),
};

const deliverySchema = z.object(deliveryFields).meta({ id: "Delivery" });
export type Delivery = z.output<typeof deliverySchema>;

export const deliveryDetailSchema = z
  .object({
    ...deliveryFields,
    log: z.array(deliveryAttemptSchema).meta({ description: "All attempts, oldest first" }),
    payload: z.string().nullable().meta({
      description:
        "The body as the webhook's current settings make it, without the integration key. Null if the event was deleted",
    }),
  })
  .meta({ id: "DeliveryDetail" });
export type DeliveryDetail = z.output<typeof deliveryDetailSchema>;

export const deliveryListSchema = listSchema(deliverySchema).meta({ id: "DeliveryList" });
export type DeliveryList = z.output<typeof deliveryListSchema>;

export const deliveryListQuerySchema = z.strictObject({
  state: listParameter(deliveryState).optional().meta({ description: "Only deliveries in these states" }),
  event_type: listParameter(eventTypeSchema).optional().meta({ description: "Only deliveries of these event types" }),
  ...paginationParameters,
});
export type DeliveryListQuery = z.output<typeof deliveryListQuerySchema>;

export const webhookTestSchema = z
  .object({
    delivered: z.boolean().meta({ description: "Whether the receiver accepted the event" }),
    status,
    fault,
    duration_ms: durationMs,
    reply,
  })
  .meta({ id: "WebhookTest" });
export type WebhookTest = z.output<typeof webhookTestSchema>;

export const webhookPreviewRequestSchema = z
  .strictObject({
    kind: kind.default("generic").meta({ description: "The format of the deliveries" }),
    body: body.default("full").meta({ description: bodyMeaning }),
    template: template.nullable().default(null).meta({ description: templateMeaning }),
    event_id: idSchema("event")
      .nullish()
      .meta({ description: "The event to show. Defaults to the latest event that this format can deliver" }),
  })
  .meta({ id: "WebhookPreviewRequest" });
export type WebhookPreviewRequest = z.output<typeof webhookPreviewRequestSchema>;

export const webhookPreviewSchema = z
  .object({
    event_id: z.string().nullable().meta({ description: "The event. Null for an example, if there is no event yet" }),
    event_type: eventTypeSchema.meta({ description: "The event's type" }),
    payload: z.string().meta({ description: "The body that would be sent" }),
  })
  .meta({ id: "WebhookPreview" });
export type WebhookPreview = z.output<typeof webhookPreviewSchema>;
const continueSince = z
  .string()
  .nullable()
  .meta({
    description: `Null if all are included. A request includes up to ${MAX_RESENT_DELIVERIES.toLocaleString("en")} deliveries. To include more, repeat it with this value as \`since\``,
  });

export const webhookRecoverSchema = z
  .strictObject({
    since: timestampSchema.meta({
      description: "Deliveries since this time that failed or wait for a retry are sent now",
    }),
  })
  .meta({ id: "WebhookRecover" });

export const webhookRecoverySchema = z
  .object({
    recovered: z.int().meta({ description: "Number of deliveries that are sent now" }),
    continue_since: continueSince,
  })
  .meta({ id: "WebhookRecovery" });
export type WebhookRecovery = z.output<typeof webhookRecoverySchema>;

export const webhookReplaySchema = z
  .strictObject({
    to: idSchema("webhook").meta({ description: "The webhook that receives the events" }),
    since: timestampSchema.meta({ description: "Start of the time range of the events" }),
    until: timestampSchema.optional().meta({ description: "End of the time range (exclusive). Defaults to now" }),
  })
  .meta({ id: "WebhookReplay" });
export type WebhookReplay = z.output<typeof webhookReplaySchema>;

export const webhookReplayResultSchema = z
  .object({
    replayed: z.int().meta({ description: "Number of events that are sent to the other webhook" }),
    continue_since: continueSince,
  })
  .meta({ id: "WebhookReplayResult" });
export type WebhookReplayResult = z.output<typeof webhookReplayResultSchema>;

export const ROTATION_TEXT = `Deliveries carry the signatures of both secrets for ${ROTATED_SECRET_H} hours, so that receivers can switch without a gap.`;
