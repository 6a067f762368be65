import { closestMatch } from "leven";

/** The work is the product of both lengths, so longer texts aren't compared. */
const MAX_COMPARED = 64;
const MAX_DISTANCE = 3;
const PREFIX = "/api/v1";

/** Returns the most likely intended candidate for a misspelled name or value: at most every third character differs. */
export function closest(text: string, candidates: readonly string[]): string | undefined {
  if (text.length > MAX_COMPARED) return undefined;
  const maxDistance = Math.min(MAX_DISTANCE, Math.floor(text.length / 3));
  return closestMatch(text.toLowerCase(), candidates, { maxDistance });
}

/** Returns the most likely intended API path for an unknown path, with its parameters in braces. */
export function closestPath(path: string, templates: readonly string[]): string | undefined {
  if (path.length > MAX_COMPARED + PREFIX.length) return undefined;
  const sent = path.replace(/^\/api(?:\/v1)?(?=\/)/, "").replace(/\/$/, "");
  const segments = sent.split("/");
  // A parameter matches any segment.
  const filled = templates.map((template) => {
    const parts = template.split("/");
    return parts.map((part, index) => (part.startsWith("{") ? (segments[index] ?? part) : part)).join("/");
  });
  const found = closest(sent, filled);
  return found === undefined ? undefined : PREFIX + templates[filled.indexOf(found)];
}
