import type { Format } from "./format";
import { describeEvent } from "./message";

/** The maximum number of placeholders and nested levels of a template. */
const MAX_PLACEHOLDERS = 100;
const MAX_DEPTH = 10;
// A path is at most 100 characters, so the search is linear.
const PLACEHOLDER = /\{\{ ?([a-z0-9_.]{1,100}) ?\}\}/g;
const WHOLE_PLACEHOLDER = /^\{\{ ?([a-z0-9_.]{1,100}) ?\}\}$/;

/** Returns what is wrong with a template, or null. */
export function describeTemplateFault(template: unknown): string | null {
  let placeholders = 0;
  const isTooDeep = (value: unknown, depth: number): boolean => {
    if (typeof value === "string") placeholders += value.match(PLACEHOLDER)?.length ?? 0;
    if (typeof value !== "object" || value === null) return false;
    return depth > MAX_DEPTH || Object.values(value).some((child) => isTooDeep(child, depth + 1));
  };
  if (isTooDeep(template, 1)) return `Use at most ${MAX_DEPTH} nested levels.`;
  return placeholders > MAX_PLACEHOLDERS ? `Use at most ${MAX_PLACEHOLDERS} placeholders.` : null;
}

function valueAt(values: unknown, path: string): unknown {
  let value = values;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

const asText = (value: unknown) => (typeof value === "string" ? value : value === null ? "" : JSON.stringify(value));

/**
 * Fills a template's placeholders, such as `{{alert.severity}}`. A text that is only a placeholder becomes the value
 * itself, for example a number. An unknown path becomes null, or nothing within a text.
 */
function fillTemplate(template: unknown, values: Record<string, unknown>): unknown {
  if (typeof template === "string") {
    const whole = WHOLE_PLACEHOLDER.exec(template)?.[1];
    if (whole !== undefined) return valueAt(values, whole);
    return template.replace(PLACEHOLDER, (_, path: string) => asText(valueAt(values, path)));
  }
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, item]) => [name, fillTemplate(item, values)]));
}

/** A body of the user's own design. */
export const templateFormat: Format = {
  eventTypes: null,
  write: ({ url, template }, source) => {
    const { event, camera, organization } = source;
    const { title, line, url: link, severity } = describeEvent(source);
    const { data, ...rest } = event;
    const summary = { title, text: line, url: link, severity };
    return {
      url,
      body: fillTemplate(template, {
        ...data,
        camera: camera ?? data.camera ?? null,
        event: rest,
        organization,
        summary,
      }),
    };
  },
};
