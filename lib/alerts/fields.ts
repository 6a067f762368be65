import {
  changeable,
  creatable,
  fieldNames,
  type ResourceField,
  type ResourceFields,
  type SentField,
} from "@/lib/http/fields";

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
  description: { form: "text", maxLength: 4_000, sent: "always", description: "Further details, for the same people" },
  occurred_at: { form: "time", sent: "create", description: "When it happened" },
  dedup_key: {
    form: "text",
    sent: "create",
    description: "Names the incident, so that repeats are counted instead of stored",
  },
  confidence: { form: "number", sent: "create", description: "How sure the detection is, from 0 to 1" },
  media: { form: "json", sent: "create", description: "Links to images and videos that show it" },
  tags: { form: "list", sent: "always", description: "Words to find it by" },
  metadata: { form: "json", sent: "always", description: "Your own data, as you sent it" },
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
  acknowledged_at: { form: "time", description: "When it was acknowledged" },
  acknowledged_by: { form: "actor", description: "Who acknowledged it" },
  resolved_at: { form: "time", description: "When it was closed" },
  resolved_by: { form: "actor", description: "Who closed it" },
  version: { form: "integer", description: "Goes up with every change; the `ETag` of the reply" },
} as const satisfies ResourceFields;

export type AlertFieldName = keyof typeof alertFields;
export type ChangeableField = SentField<typeof alertFields, "always">;

/** The properties of a field of any form. */
export const alertField = (name: AlertFieldName): ResourceField => alertFields[name];

export const alertFieldNames = fieldNames(alertFields);
export const creatableFields = creatable(alertFields);
export const changeableFields = changeable(alertFields);
