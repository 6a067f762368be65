import { closestMatch } from "leven";

/** The work grows with the product of both lengths, so longer texts are not compared. */
const MAX_COMPARED = 64;
const MAX_DISTANCE = 3;
const PREFIX = "/api/v1";

/** The candidate that a name or value is most likely a misspelling of: at most every third character differs. */
export function closest(text: string, candidates: readonly string[]): string | undefined {
  if (text.length > MAX_COMPARED) return undefined;
  const maxDistance = Math.min(MAX_DISTANCE, Math.floor(text.length / 3));
  return closestMatch(text.toLowerCase(), candidates, { maxDistance });
}

/** The path of the API that an unknown path is most likely a misspelling of, with its parameters in braces. */
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
