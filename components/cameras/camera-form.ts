import type { CameraCreate } from "@/lib/cameras/schema";

/** What somebody types; a blank field is left out. */
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
