import { z } from "zod";
import { eventTypeSchema } from "@/lib/events/schema";
import { actorSchema, idSchema, listSchema, NOT_BLANK, paginationParameters } from "@/lib/http/wire";
import { MAX_NOTE_LENGTH } from "@/lib/limits";

export const noteParamsSchema = z.object({ id: idSchema("alert") });
export const noteListQuerySchema = z.strictObject(paginationParameters);
export type NoteListQuery = z.output<typeof noteListQuerySchema>;

export const noteCreateSchema = z
  .strictObject({
    body: z
      .string()
      .max(MAX_NOTE_LENGTH, `At most ${MAX_NOTE_LENGTH} characters.`)
      .refine((body) => body.trim() !== "", "Must not be empty.")
      .meta({
        description: "Plain text, stored unchanged",
        example: "Guard sent to the gate; no one there.",
        override: { minLength: 1, pattern: NOT_BLANK },
      }),
  })
  .meta({ id: "NoteCreate" });
export type NoteCreate = z.output<typeof noteCreateSchema>;

export const noteSchema = z
  .object({
    id: z.string(),
    alert_id: z.string().meta({ description: "The note's alert" }),
    body: z.string().meta({ description: "Its text" }),
    author: actorSchema.meta({ description: "The author" }),
    created_at: z.string(),
  })
  .meta({ id: "Note" });
export type Note = z.output<typeof noteSchema>;

export const noteListSchema = listSchema(noteSchema).meta({ id: "NoteList" });
export type NoteList = z.output<typeof noteListSchema>;

const fieldChange = z
  .object({
    from: z.unknown().meta({ description: "The value before" }),
    to: z.unknown().meta({ description: "The value after" }),
  })
  .meta({ id: "FieldChange" });

export const timelineNoteSchema = z
  .object({ id: z.string(), body: z.string().meta({ description: "Its text" }) })
  .meta({ id: "TimelineNote" });

const timelineEntrySchema = z
  .object({
    id: z.string(),
    type: eventTypeSchema.meta({ description: "What happened" }),
    actor: actorSchema,
    created_at: z.string().meta({ description: "When the change happened" }),
    changes: z.record(z.string(), fieldChange).meta({
      id: "FieldChanges",
      description: "The changed fields of the alert. Empty if none changed",
      example: { status: { from: "open", to: "acknowledged" } },
    }),
    comment: z.string().nullable().meta({ description: "The comment sent with the change" }),
    note: timelineNoteSchema.nullable().meta({ description: "The note that was added" }),
    occurrence_count: z
      .int()
      .nullable()
      .meta({ description: "For a repeated detection: the alert's detection count at that time" }),
  })
  .meta({ id: "TimelineEntry" });
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

export const timelineSchema = listSchema(timelineEntrySchema).meta({ id: "Timeline" });
export type Timeline = z.output<typeof timelineSchema>;
