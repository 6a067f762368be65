import { z } from "zod";
import { nameSchema, textSchema } from "@/lib/http/wire";
import { pagerDutyActions, pagerDutySeverities } from "@/lib/values";

// The schemas of PagerDuty's Events API v2. Unknown fields are ignored, as PagerDuty does.

const optionalText = (description: string) => z.string().nullish().meta({ description });

const image = z
  .looseObject({
    src: z.string().meta({ description: "The image's URL" }),
    href: optionalText("A link for the image"),
    alt: optionalText("A text for the image"),
  })
  .meta({ id: "PagerDutyImage", description: "An image. The first ten with an https URL become the alert's media" });

const link = z
  .looseObject({
    href: z.string().meta({ description: "The link's URL" }),
    text: optionalText("What the link leads to"),
  })
  .meta({ id: "PagerDutyLink", description: "A link. It is stored in the alert's metadata" });

/** The documented schema of `custom_details`. */
export const pagerDutyDetailsSchema = z.record(z.string(), z.unknown()).meta({
  id: "PagerDutyDetails",
  description: "Your own data. Stored in the alert's metadata, up to 16 KB",
  example: { zone: "gate-4" },
});

/** The schema of the `payload` of a trigger event. */
export const pagerDutyPayloadSchema = z
  .looseObject({
    summary: nameSchema(4_000).meta({
      description: "What happened. It becomes the alert's title, and its description if it exceeds 200 characters",
      example: "Person at dock 3 after hours",
    }),
    source: nameSchema(255).meta({ description: "The camera's ID or `external_id`", example: "rtm-dock-3-east" }),
    severity: z
      .enum(pagerDutySeverities)
      .meta({ id: "PagerDutySeverity" })
      .meta({ description: "The severity. In the alert, `error` is `high` and `warning` is `medium`" }),
    timestamp: optionalText(
      "When it happened, in RFC 3339. A time that can't be read or is more than five minutes ahead is replaced with the current time",
    ),
    component: optionalText("The alert's use case, if there is no `class`"),
    group: optionalText("Stored in the alert's metadata"),
    class: optionalText("The alert's use case. Without `class` and `component`, it is `pagerduty`"),
    // Any value is accepted, because some clients send text.
    custom_details: z
      .unknown()
      .optional()
      .meta({ override: { $ref: "#/components/schemas/PagerDutyDetails" } }),
  })
  .meta({ id: "PagerDutyPayload", description: "The details of a trigger event" });
export type PagerDutyPayload = z.output<typeof pagerDutyPayloadSchema>;

export const pagerDutyEventSchema = z
  .looseObject({
    routing_key: optionalText("A Sightline API key with the scope `alerts:write`. Or send it as `X-Routing-Key`"),
    event_action: z
      .enum(pagerDutyActions)
      .meta({ id: "PagerDutyAction" })
      .meta({ description: "What to do: create an alert, acknowledge it or resolve it" }),
    dedup_key: textSchema(255).nullish().meta({
      description: "Identifies the alert. Without it, a trigger event gets a new one",
      example: "rtm-dock-3-east/intrusion",
    }),
    // Validated only for trigger events, because clients send any payload with the others.
    payload: z
      .unknown()
      .optional()
      .meta({
        description: "The details. Required for trigger events, otherwise ignored",
        override: { $ref: "#/components/schemas/PagerDutyPayload" },
      }),
    images: z.array(image).nullish().meta({ description: "Images of the event" }),
    links: z.array(link).nullish().meta({ description: "Links about the event" }),
    client: optionalText("The system that sends the event. Stored in the alert's metadata"),
    client_url: optionalText("The URL of that system. Stored in the alert's metadata"),
  })
  .refine(({ event_action, dedup_key }) => event_action === "trigger" || dedup_key?.trim(), {
    path: ["dedup_key"],
    error: "Send the `dedup_key` of the alert's trigger event.",
  })
  .refine(({ dedup_key }) => !dedup_key?.trim() || nameSchema(255).safeParse(dedup_key).success, {
    path: ["dedup_key"],
    error: "Must contain a visible character.",
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: "PagerDutyEvent" });
export type PagerDutyEvent = z.output<typeof pagerDutyEventSchema>;

export const pagerDutyReceiptSchema = z
  .object({
    status: z.literal("success").meta({ description: "Always `success`" }),
    message: z.literal("Event processed").meta({ description: "Always `Event processed`" }),
    dedup_key: z.string().meta({ description: "Send it to acknowledge or resolve the alert" }),
  })
  .meta({ id: "PagerDutyReceipt" });
export type PagerDutyReceipt = z.output<typeof pagerDutyReceiptSchema>;

export const pagerDutyErrorSchema = z
  .object({
    status: z.string().meta({ description: "The kind of error, in PagerDuty's words" }),
    message: z.string().meta({ description: "A summary of the error, in PagerDuty's words" }),
    errors: z.array(z.string()).meta({ description: "What to correct, one sentence per field" }),
  })
  .meta({ id: "PagerDutyError", description: "An error in the format of PagerDuty's Events API v2" });
