import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** An alert with a dedup key. */
export function dedupRequest(baseUrl: string): SnippetRequest {
  return {
    method: "POST",
    url: `${baseUrl}/api/v1/alerts`,
    authorized: true,
    body: {
      camera_id: "rtm-dock-3-east",
      use_case: "intrusion",
      status: "open",
      dedup_key: "rtm-dock-3-east/intrusion",
    },
  };
}

/** Acknowledges the alert of `$ALERT_ID`, whatever its version. */
export function acknowledgeRequest(baseUrl: string): SnippetRequest {
  return {
    method: "PATCH",
    url: `${baseUrl}/api/v1/alerts/$ALERT_ID`,
    authorized: true,
    headers: { "If-Match": "*" },
    body: { status: "acknowledged", comment: "The guard is on the way." },
  };
}

/** Adds a note to the alert of `$ALERT_ID`. */
export function noteRequest(baseUrl: string): SnippetRequest {
  return {
    method: "POST",
    url: `${baseUrl}/api/v1/alerts/$ALERT_ID/notes`,
    authorized: true,
    body: { body: "Guard sent to the gate; no one there." },
  };
}

/** Reads the timeline of the alert of `$ALERT_ID`. */
export function timelineRequest(baseUrl: string): SnippetRequest {
  return { method: "GET", url: `${baseUrl}/api/v1/alerts/$ALERT_ID/timeline`, authorized: true };
}

/** Stores the ID of the newest alert in `ALERT_ID`. */
export function newestAlert(baseUrl: string): string {
  return `export ALERT_ID=$(curl -s '${baseUrl}/api/v1/alerts?limit=1' \\
  -H "Authorization: Bearer $SIGHTLINE_API_KEY" | grep -o 'alert_[0-9a-z]*' | head -n 1)`;
}
