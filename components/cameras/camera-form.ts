import type { CameraCreate } from "@/lib/cameras/schema";

/** The form's fields with their initial, blank values. Fields left blank are omitted from the request. */
export const blankCamera = { name: "", external_id: "", site_id: "", stream_url: "", tags: "", timezone: "" };

export function toCameraBody(values: typeof blankCamera) {
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
