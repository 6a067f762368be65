import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** Returns a GET request for an analytics endpoint. `path` is relative to `/analytics` and includes the query. */
export function analyticsRequest(baseUrl: string, path: string): SnippetRequest {
  return { method: "GET", url: `${baseUrl}/api/v1/analytics/${path}`, authorized: true };
}
