import type { IdKind } from "@/lib/db/ids";

/** How a field looks in a reply. Each is one column of the table, but an actor: that is `…_kind`, `…_id` and `…_name`. */
interface Form {
  id: { form: "id"; of: IdKind };
  actor: { form: "actor" };
  time: { form: "time" };
  /** Any text; `maxLength` in characters says how much of it a caller may send. */
  text: { form: "text"; maxLength?: number };
  /** Text that JSON never has to escape, such as a member of a closed set. */
  word: { form: "word" };
  integer: { form: "integer" };
  number: { form: "number" };
  /** A list of texts. */
  list: { form: "list" };
  json: { form: "json" };
}

type Field = Form[keyof Form] & {
  /** Whether a caller may send it: when the alert is created, or also to change it. Others are ours to set. */
  sent?: "create" | "always";
  /** What it is, for the API reference. */
  description: string;
};

/**
 * The fields of an alert, in the order of a reply. The table (`lib/db/tables/alerts.ts`) says each one's SQL type and
 * whether it may be null. Schemas, columns, rows, JSON, CSV and changes come from the two; fields that are checked in a way
 * of their own have that in `schema.ts`.
 */
export const alertFields = {
  id: { form: "id", of: "alert", description: "Its id, which also sorts by time of creation" },
  camera_id: { form: "id", of: "camera", sent: "create", description: "The camera it belongs to" },
  use_case: { form: "word", sent: "create", description: "The detection that raised it" },
  status: { form: "word", sent: "always", description: "Where it is in its life" },
  severity: { form: "word", sent: "always", description: "How urgent it is" },
  title: { form: "text", maxLength: 200, sent: "always", description: "One line for the people who look at it" },
  description: { form: "text", maxLength: 4_000, sent: "always", description: "Whatever else they should know" },
  occurred_at: { form: "time", sent: "create", description: "When it happened" },
  dedup_key: {
    form: "text",
    sent: "create",
    description: "Names the incident, so that repeats are counted instead of stored",
  },
  confidence: { form: "number", sent: "create", description: "How sure the detection is, from 0 to 1" },
  media: { form: "json", sent: "create", description: "Links to images and videos that show it" },
  tags: { form: "list", sent: "always", description: "Words to find it by" },
  metadata: { form: "json", sent: "always", description: "Whatever you stored with it" },
  assignee_id: { form: "id", of: "user", sent: "always", description: "The person who takes care of it" },
  disposition: {
    form: "word",
    sent: "always",
    description: "What it turned out to be; only with the status resolved or dismissed",
  },
  disposition_reason: { form: "text", maxLength: 500, sent: "always", description: "Why, in words" },
  occurrence_count: {
    form: "integer",
    description: "How often it was detected, all requests with the same `dedup_key` together",
  },
  last_occurred_at: { form: "time", description: "When it happened most recently" },
  source: { form: "actor", description: "Who created it" },
  created_at: { form: "time", description: "When it was stored" },
  updated_at: { form: "time", description: "When it last changed" },
  acknowledged_at: { form: "time", description: "When somebody took it on" },
  acknowledged_by: { form: "actor", description: "Who took it on" },
  resolved_at: { form: "time", description: "When it was closed" },
  resolved_by: { form: "actor", description: "Who closed it" },
  version: { form: "integer", description: "Goes up with every change; the `ETag` of the reply" },
} as const satisfies Record<string, Field>;

type Fields = typeof alertFields;
export type AlertFieldName = keyof Fields;
type SentField<When> = {
  [N in AlertFieldName]: Fields[N] extends { sent: When } ? N : never;
}[AlertFieldName];
export type CreatableField = SentField<"create" | "always">;
export type ChangeableField = SentField<"always">;

export const alertFieldNames = Object.keys(alertFields) as AlertFieldName[];

/** What is known of a field, whatever its form. */
export const alertField = (name: AlertFieldName): Field => alertFields[name];

/** What callers may send with a create. */
export const creatableFields = alertFieldNames.filter(
  (name): name is CreatableField => alertField(name).sent !== undefined,
);
/** What callers may change; everything else moves by itself. */
export const changeableFields = alertFieldNames.filter(
  (name): name is ChangeableField => alertField(name).sent === "always",
);
