import { closestMatch } from "leven";

/** Longer texts aren't compared, because the cost is the product of both lengths. */
const MAX_COMPARED = 64;
const MAX_DISTANCE = 3;
const PREFIX = "/api/v1";

/**
 * Returns the candidate that a misspelled name or value most likely means, or undefined if none is similar. At
 * most one in three characters may differ, and at most three in total.
 */
export function closest(text: string, candidates: readonly string[]): string | undefined {
  if (text.length > MAX_COMPARED) return undefined;
  const maxDistance = Math.min(MAX_DISTANCE, Math.floor(text.length / 3));
  return closestMatch(text.toLowerCase(), candidates, { maxDistance });
}

/**
 * Returns the API path that an unknown path most likely means, with its parameters in braces. Returns undefined if
 * none is similar.
 */
export function closestPath(path: string, templates: readonly string[]): string | undefined {
  if (path.length > MAX_COMPARED + PREFIX.length) return undefined;
  const sent = path.replace(/^\/api(?:\/v1)?(?=\/)/, "").replace(/\/$/, "");
  const segments = sent.split("/");
  // A path parameter matches any segment, so it is filled with the segment that was sent.
  const filled = templates.map((template) => {
    const parts = template.split("/");
    return parts.map((part, index) => (part.startsWith("{") ? (segments[index] ?? part) : part)).join("/");
  });
  const found = closest(sent, filled);
  return found === undefined ? undefined : PREFIX + templates[filled.indexOf(found)];
}
