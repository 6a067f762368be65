import { changeable, creatable, fieldNames, type ResourceFields } from "@/lib/http/fields";

/**
 * The fields of a camera, in reply order. The table (`lib/db/tables/cameras.ts`) defines their SQL types and
 * nullability. Status, reason and since are computed (`status.ts`). Schemas, columns and changes are derived from
 * both. `schema.ts` contains special validation.
 */
export const cameraFields = {
  id: { form: "id", of: "camera" },
  name: { form: "text", sent: "always" },
  external_id: { form: "text", sent: "always" },
  site_id: { form: "id", of: "site", sent: "always" },
  stream_url: { form: "text", sent: "always" },
  manufacturer: { form: "text", maxLength: 100, sent: "always", description: "Who made it" },
  model: { form: "text", maxLength: 100, sent: "always", description: "The camera model" },
  mac_address: { form: "text", sent: "always" },
  ip_address: { form: "text", sent: "always" },
  timezone: { form: "text", sent: "always" },
  latitude: { form: "number", sent: "always" },
  longitude: { form: "number", sent: "always" },
  tags: { form: "list", sent: "always" },
  use_cases: { form: "list", sent: "always", description: "The detections that run on the camera" },
  enabled: { form: "boolean", sent: "always" },
  heartbeat_timeout_s: { form: "integer", sent: "always" },
  offline_grace_s: { form: "integer", sent: "always" },
  status: { form: "word" },
  status_reason: { form: "word" },
  status_since: { form: "time" },
  last_seen_at: { form: "time" },
  created_at: { form: "time" },
  updated_at: { form: "time" },
  version: { form: "integer" },
} as const satisfies ResourceFields;

export type CameraFieldName = keyof typeof cameraFields;

export const cameraFieldNames = fieldNames(cameraFields);
export const creatableCameraFields = creatable(cameraFields);
export const changeableCameraFields = changeable(cameraFields);
