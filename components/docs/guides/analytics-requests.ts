import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** A GET below `/analytics`; `path` includes the query. */
export function analyticsRequest(baseUrl: string, path: string): SnippetRequest {
  return { method: "GET", url: `${baseUrl}/api/v1/analytics/${path}`, authorized: true };
}
