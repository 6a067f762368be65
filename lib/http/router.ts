import { misplacedRoute, type Route, unknownRouteBeside } from "./route";

interface Match {
  route: Route;
  params: Record<string, string>;
}

interface Template {
  segments: string[];
  route: Route;
}

const PREFIX = "/api/v1";
const PLAIN_SEGMENT = /^[A-Za-z0-9._~-]+$/;

/**
 * Returns a function that finds the route of a path among templates such as `/alerts/{id}`. Only the canonical
 * spelling matches. Doubled or trailing slashes, dots, escapes and other letter case are unknown paths, and are
 * never redirected.
 * @param rootRoutes routes outside `/api/v1`, by full path.
 */
export function matcher(
  routes: Record<string, Route>,
  rootRoutes: Record<string, Route> = {},
): (path: string) => Match {
  const fixed = new Map<string, Match>();
  const templates: Template[] = [];
  for (const [path, route] of Object.entries(routes)) {
    if (path.includes("{")) templates.push({ segments: path.slice(1).split("/"), route });
    else fixed.set(PREFIX + path, { route, params: {} });
  }
  for (const [path, route] of Object.entries(rootRoutes)) fixed.set(path, { route, params: {} });
  const unknown: Match = { route: unknownRouteBeside(Object.keys(routes)), params: {} };
  const misplaced: Match = { route: misplacedRoute, params: {} };

  return (path) => {
    const known = fixed.get(path);
    if (known) return known;
    if (!path.startsWith(`${PREFIX}/`)) return /^\/v1(?:\/|$)/.test(path) ? misplaced : unknown;
    const segments = path.slice(PREFIX.length + 1).split("/");
    for (const template of templates) {
      const params = matchSegments(template.segments, segments);
      if (params) return { route: template.route, params };
    }
    return unknown;
  };
}

function matchSegments(template: string[], segments: string[]): Record<string, string> | null {
  if (template.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith("{")) {
      if (!PLAIN_SEGMENT.test(segment)) return null;
      params[part.slice(1, -1)] = segment;
    } else if (part !== segment) return null;
  }
  return params;
}
