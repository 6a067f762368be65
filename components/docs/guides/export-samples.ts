import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** A short page with the number of all alerts. */
export function onePageRequest(baseUrl: string): SnippetRequest {
  return { method: "GET", url: `${baseUrl}/api/v1/alerts?limit=5&include_total=true`, authorized: true };
}

/** Exports the open and acknowledged alerts to a file. */
export function exportSample(baseUrl: string, format: "csv" | "ndjson"): string {
  return `curl '${baseUrl}/api/v1/alerts/export?format=${format}&status=open,acknowledged' \\
  -H "Authorization: Bearer $SIGHTLINE_API_KEY" -o alerts.${format}`;
}
