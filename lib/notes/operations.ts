import { defineOperation } from "@/lib/http/operation";
import { readNotes, readTimeline } from "./reads";
import {
  noteCreateSchema,
  noteListQuerySchema,
  noteListSchema,
  noteParamsSchema,
  noteSchema,
  timelineSchema,
} from "./schema";
import { addNote } from "./writes";

const tag = "Alerts";

export const listNotes = defineOperation(
  {
    id: "listNotes",
    method: "GET",
    path: "/alerts/{id}/notes",
    tag,
    summary: "List an alert's notes",
    description: "Returns one page, oldest first.",
    access: { scope: "alerts:read" },
    params: noteParamsSchema,
    query: noteListQuerySchema,
    replica: true,
    status: 200,
    response: noteListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { params, query }) => readNotes(ctx, params.id, query),
);

export const createNote = defineOperation(
  {
    id: "createNote",
    method: "POST",
    path: "/alerts/{id}/notes",
    tag,
    summary: "Add a note to an alert",
    description:
      "Notes can't be edited. A note changes the alert's `updated_at` but not its `version`, so it doesn't conflict with concurrent changes.",
    access: { scope: "alerts:write" },
    params: noteParamsSchema,
    body: noteCreateSchema,
    status: 201,
    response: noteSchema,
  },
  (ctx, { params, body }) => addNote(ctx, params.id, body),
);

export const getTimeline = defineOperation(
  {
    id: "getTimeline",
    method: "GET",
    path: "/alerts/{id}/timeline",
    tag,
    summary: "Read an alert's timeline",
    description:
      "Returns everything that happened to the alert, in order: actors, changed values and comments. The timeline is kept as long as the alert.",
    access: { scope: "alerts:read" },
    params: noteParamsSchema,
    query: noteListQuerySchema,
    replica: true,
    status: 200,
    response: timelineSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { params, query }) => readTimeline(ctx, params.id, query),
);
