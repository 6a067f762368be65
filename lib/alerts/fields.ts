import {
  changeable,
  creatable,
  fieldNames,
  type ResourceField,
  type ResourceFields,
  type SentField,
} from "@/lib/http/fields";

/**
 * The fields of an alert, in reply order. The table (`lib/db/tables/alerts.ts`) defines their SQL types and
 * nullability. Schemas, columns, rows, JSON, CSV and changes are derived from both. `schema.ts` contains special
 * validation.
 */
export const alertFields = {
  id: { form: "id", of: "alert", description: "The alert's ID. IDs sort by creation time" },
  camera_id: { form: "id", of: "camera", sent: "create", description: "The camera that the alert belongs to" },
  use_case: { form: "word", sent: "create", description: "The detection that raised the alert" },
  status: {
    form: "word",
    sent: "always",
    description: "The status: `open`, `acknowledged`, `resolved` or `dismissed`",
  },
  severity: { form: "word", sent: "always", description: "How urgent the alert is" },
  title: { form: "text", maxLength: 200, sent: "always", description: "A one-line summary for people" },
  description: { form: "text", maxLength: 4_000, sent: "always", description: "More details for people" },
  occurred_at: { form: "time", sent: "create", description: "When the detection happened" },
  dedup_key: {
    form: "text",
    sent: "create",
    description: "Identifies the incident, so that repeated detections increment a counter instead of creating alerts",
  },
  confidence: { form: "number", sent: "create", description: "The confidence of the detection, from 0 to 1" },
  media: { form: "json", sent: "create", description: "Links to images and videos of the detection" },
  tags: { form: "list", sent: "always", description: "Tags for filtering" },
  metadata: { form: "json", sent: "always", description: "Your own data, returned unchanged" },
  assignee_id: { form: "id", of: "user", sent: "always", description: "The person who handles the alert" },
  disposition: {
    form: "word",
    sent: "always",
    description: "The outcome. Only set if the status is resolved or dismissed",
  },
  disposition_reason: { form: "text", maxLength: 500, sent: "always", description: "The reason, as text" },
  occurrence_count: {
    form: "integer",
    description: "How often it was detected, counting all requests with the same `dedup_key`",
  },
  last_occurred_at: { form: "time", description: "The most recent detection" },
  source: { form: "actor", description: "Who created it" },
  created_at: { form: "time", description: "When it was created" },
  updated_at: { form: "time", description: "When it was last changed" },
  acknowledged_at: { form: "time", description: "When it was acknowledged" },
  acknowledged_by: { form: "actor", description: "Who acknowledged it" },
  resolved_at: { form: "time", description: "When it was closed" },
  resolved_by: { form: "actor", description: "Who closed it" },
  version: { form: "integer", description: "Increases when someone changes a field. Also the `ETag` of the reply" },
} as const satisfies ResourceFields;

export type AlertFieldName = keyof typeof alertFields;
export type ChangeableField = SentField<typeof alertFields, "always">;

/** Returns the properties of a field, typed for use with any field. */
export const alertField = (name: AlertFieldName): ResourceField => alertFields[name];

export const alertFieldNames = fieldNames(alertFields);
export const creatableFields = creatable(alertFields);
export const changeableFields = changeable(alertFields);
