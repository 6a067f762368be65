import type { CameraCreate } from "@/lib/cameras/schema";
import { isApiError } from "@/lib/http/call";

/** What somebody types; a blank field is left out. */
export const blankCamera = { name: "", external_id: "", site_id: "", stream_url: "", tags: "", timezone: "" };
export type CameraFormValues = typeof blankCamera;
export type CameraFormErrors = Partial<Record<keyof CameraFormValues, string>>;

export function toCameraBody(values: CameraFormValues) {
  const tags = values.tags.split(",").map((tag) => tag.trim());
  return {
    name: values.name.trim(),
    external_id: values.external_id.trim() || null,
    site_id: values.site_id || null,
    stream_url: values.stream_url.trim() || null,
    timezone: values.timezone || null,
    tags: tags.filter((tag) => tag !== ""),
  } satisfies Partial<CameraCreate>;
}

/** What the API said of each field, its first word on it; empty when it said nothing of any. */
export function cameraErrors(error: Error): CameraFormErrors {
  const errors: CameraFormErrors = {};
  if (!isApiError(error)) return errors;
  for (const { pointer, detail } of error.errors) {
    const named = pointer?.split("/")[1];
    const field = (Object.keys(blankCamera) as (keyof CameraFormValues)[]).find((name) => name === named);
    if (field) errors[field] ??= detail;
  }
  return errors;
}
