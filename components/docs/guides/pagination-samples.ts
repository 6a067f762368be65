import type { SnippetRequest } from "@/components/snippets/request-snippets";
import { MAX_PAGE_SIZE } from "@/lib/limits";

/** Returns a request for the first page of alerts. */
export function firstPageRequest(baseUrl: string): SnippetRequest {
  return { method: "GET", url: `${baseUrl}/api/v1/alerts?limit=${MAX_PAGE_SIZE}`, authorized: true };
}

/** Returns an example page as JSON text, which shows its fields. */
export function pageReply(): string {
  return JSON.stringify({ data: ["…"], has_more: true, next_cursor: "bDk3x1WgqO0PZrRk0c2m8Vsx" }, null, 2);
}

/** Returns a Python generator that reads all pages. */
export function pageLoopSample(baseUrl: string): string {
  return `import os

import requests

session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['SIGHTLINE_API_KEY']}"


def all_alerts(**filters):
    cursor = None
    while True:
        page = session.get(
            "${baseUrl}/api/v1/alerts",
            params={**filters, "limit": ${MAX_PAGE_SIZE}, "cursor": cursor},
            timeout=10,
        )
        page.raise_for_status()
        body = page.json()
        yield from body["data"]
        cursor = body["next_cursor"]
        if cursor is None:
            return


for alert in all_alerts(status="open"):
    print(alert["id"], alert["use_case"])`;
}
