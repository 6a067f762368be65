import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** Returns a request that creates an alert with a dedup key. */
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

/** Returns a request that acknowledges the alert `$ALERT_ID`, regardless of its version. */
export function acknowledgeRequest(baseUrl: string): SnippetRequest {
  return {
    method: "PATCH",
    url: `${baseUrl}/api/v1/alerts/$ALERT_ID`,
    authorized: true,
    headers: { "If-Match": "*" },
    body: { status: "acknowledged", comment: "The guard is on the way." },
  };
}

/** Returns a request that adds a note to the alert `$ALERT_ID`. */
export function noteRequest(baseUrl: string): SnippetRequest {
  return {
    method: "POST",
    url: `${baseUrl}/api/v1/alerts/$ALERT_ID/notes`,
    authorized: true,
    body: { body: "Guard sent to the gate; no one there." },
  };
}

/** Returns a request that reads the timeline of the alert `$ALERT_ID`. */
export function timelineRequest(baseUrl: string): SnippetRequest {
  return { method: "GET", url: `${baseUrl}/api/v1/alerts/$ALERT_ID/timeline`, authorized: true };
}

/** Returns a shell command that stores the ID of the newest alert in `ALERT_ID`. */
export function newestAlert(baseUrl: string): string {
  return `export ALERT_ID=$(curl -s '${baseUrl}/api/v1/alerts?limit=1' \\
  -H "Authorization: Bearer $SIGHTLINE_API_KEY" | grep -o 'alert_[0-9a-z]*' | head -n 1)`;
}
