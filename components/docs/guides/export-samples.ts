import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** Returns a request for a short page of alerts with the number of all alerts. */
export function onePageRequest(baseUrl: string): SnippetRequest {
  return { method: "GET", url: `${baseUrl}/api/v1/alerts?limit=5&include_total=true`, authorized: true };
}

/** Returns a shell command that exports the open and acknowledged alerts to a file. */
export function exportSample(baseUrl: string, format: "csv" | "ndjson"): string {
  return `curl '${baseUrl}/api/v1/alerts/export?format=${format}&status=open,acknowledged' \\
  -H "Authorization: Bearer $SIGHTLINE_API_KEY" -o alerts.${format}`;
}
