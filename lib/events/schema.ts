import { z } from "zod";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { decodeId, type IdKind } from "@/lib/db/ids";
import { actorSchema, idPattern, idSchema, listParameter, listSchema, paginationParameters } from "@/lib/http/wire";
import { eventSubjects, eventTypes } from "@/lib/values";

const prefixes = eventSubjects.map((kind) => `${kind}_`).join(", ");
const subjectId = z
  .string()
  .refine(
    (value) => eventSubjects.some((kind: IdKind) => decodeId(kind, value) !== null),
    `Send an ID that starts with one of ${prefixes}.`,
  )
  .meta({ override: { pattern: idPattern(...eventSubjects) } });

export const eventTypeSchema = z.enum(eventTypes).meta({ id: "EventType" });

/** An event of the feed. A webhook's body has the same parts: `type`, `created_at` as `timestamp`, and `data`. */
export const eventSchema = z
  .object({
    id: z
      .string()
      .meta({ description: "The event's ID. Send it as `after` or `Last-Event-ID` to continue after this event" }),
    type: eventTypeSchema.meta({ description: "What happened" }),
    created_at: z.string().meta({ description: "When the change happened" }),
    actor: actorSchema,
    subject: z
      .object({
        kind: z.enum(eventSubjects).meta({ id: "EventSubjectKind", description: "The type of the subject" }),
        id: z.string().meta({ description: "The subject's ID" }),
      })
      .meta({ id: "EventSubject", description: "The subject of the event" }),
    data: z.record(z.string(), z.unknown()).meta({
      id: "EventData",
      description:
        "The event's data, which depends on its type. `alert`, `camera`, `key` or `webhook` contains the subject after the event. `changes` contains changed fields as `{ field: { from, to } }`.",
    }),
  })
  .meta({ id: "Event", description: "Something that happened in the organization" });
export type Event = z.output<typeof eventSchema>;

export const eventListSchema = listSchema(eventSchema).omit({ total: true }).meta({ id: "EventList" });
export type EventList = z.output<typeof eventListSchema>;

const type = listParameter(eventTypeSchema).optional().meta({ description: "Only events of these types" });

export const eventListQuerySchema = z.strictObject({
  type,
  subject_id: subjectId.optional().meta({
    description: "Only events of this alert, camera, key or webhook",
    example: `alert_${EXAMPLE_SUFFIX}`,
  }),
  after: idSchema("event")
    .optional()
    .meta({ description: "Only events after this one. Send the last event that you received" }),
  limit: paginationParameters.limit,
  cursor: paginationParameters.cursor,
});
export type EventListQuery = z.output<typeof eventListQuerySchema>;

export const eventStreamQuerySchema = z.strictObject({
  type,
  after: idSchema("event").optional().meta({
    description: "Starts after this event. The `Last-Event-ID` header takes precedence",
  }),
});
