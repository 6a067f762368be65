import type { FieldErrors, Resolver } from "react-hook-form";
import { type CameraCreate, cameraCreate } from "@/lib/cameras/schema";

/** What somebody types; a blank field is left out. */
export interface CameraFormValues {
  name: string;
  external_id: string;
  site_id: string;
  stream_url: string;
  tags: string;
  timezone: string;
}

export const blankCamera: CameraFormValues = {
  name: "",
  external_id: "",
  site_id: "",
  stream_url: "",
  tags: "",
  timezone: "",
};

const fields = Object.keys(blankCamera) as (keyof CameraFormValues)[];

/** The form's field that an issue of the API's or the schema's points into, if it has one. */
export function fieldOf(name: unknown): keyof CameraFormValues | undefined {
  return fields.find((field) => field === name);
}

function toBody(values: CameraFormValues) {
  const tags = values.tags.split(",").map((tag) => tag.trim());
  return {
    name: values.name,
    external_id: values.external_id.trim() || null,
    site_id: values.site_id || null,
    stream_url: values.stream_url.trim() || null,
    timezone: values.timezone || null,
    tags: tags.filter((tag) => tag !== ""),
  };
}

/** Checks with the schema that the API runs, and hands on the body that it made. */
export const cameraResolver: Resolver<CameraFormValues, unknown, CameraCreate> = (values) => {
  const result = cameraCreate.safeParse(toBody(values));
  if (result.success) return { values: result.data, errors: {} };
  const errors: FieldErrors<CameraFormValues> = {};
  for (const issue of result.error.issues) {
    const field = fieldOf(issue.path[0]);
    if (field) errors[field] ??= { type: issue.code ?? "invalid", message: issue.message };
  }
  return { values: {}, errors };
};
