import { errorCodes } from "@/lib/errors";
import { ADDRESS, isCredentialId, REQUEST_ID, type RequestFilter, STATUS } from "./request-search";

/** Interprets typed or pasted text. Returns a request ID to open or a filter, or null if it is neither. */
export function parseRequestSearch(
  text: string,
  routes: readonly string[],
): { open: string } | { filter: RequestFilter } | null {
  const word = text.trim();
  const request = REQUEST_ID.exec(word.toLowerCase())?.[0];
  if (request) return { open: request };
  if (isCredentialId(word)) return { filter: { credential: [word] } };
  if (STATUS.test(word)) return { filter: { status: [word] } };
  if (Object.hasOwn(errorCodes, word.toLowerCase())) return readSearchCode(word.toLowerCase());
  if (ADDRESS.test(word)) return { filter: { ip: word } };
  const [method = "", path = ""] = word.startsWith("/") ? ["", word] : word.split(/\s+/, 2);
  const route = routeOf(path, routes);
  if (!route) return null;
  const methods = (["GET", "POST", "PATCH", "DELETE"] as const).filter((one) => one === method.toUpperCase());
  return { filter: { route: [route], ...(methods.length > 0 && { method: methods }) } };
}

function readSearchCode(code: string) {
  const codes = Object.keys(errorCodes) as (keyof typeof errorCodes)[];
  return { filter: { code: codes.filter((one) => one === code) } };
}

/** Returns the matching route template. For example, `/api/v1/alerts/alert_1?x=1` gives `/alerts/{id}`. */
function routeOf(path: string, routes: readonly string[]): string | undefined {
  const wanted = path
    .replace(/^\/api\/v1/, "")
    .replace(/[?#].*/s, "")
    .replace(/\/$/, "");
  if (!wanted.startsWith("/")) return undefined;
  if (routes.includes(wanted)) return wanted;
  const parts = wanted.split("/");
  return routes.find((route) => {
    const names = route.split("/");
    return names.length === parts.length && names.every((name, at) => name.startsWith("{") || name === parts[at]);
  });
}
