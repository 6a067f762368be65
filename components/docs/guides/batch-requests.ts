import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** Returns a request that creates two alerts. The second one refers to an unknown camera. */
export function batchRequest(baseUrl: string): SnippetRequest {
  return {
    method: "POST",
    url: `${baseUrl}/api/v1/alerts/batch`,
    authorized: true,
    body: {
      alerts: [
        { camera_id: "rtm-dock-3-east", use_case: "intrusion", status: "open", severity: "high" },
        { camera_id: "no-such-camera", use_case: "intrusion", status: "open" },
      ],
    },
  };
}

/** Returns a request that acknowledges the open alerts of one camera. */
export function batchUpdateRequest(baseUrl: string): SnippetRequest {
  return {
    method: "POST",
    url: `${baseUrl}/api/v1/alerts/batch-update`,
    authorized: true,
    body: {
      filter: { status: ["open"], camera_id: ["rtm-dock-3-east"] },
      change: { status: "acknowledged" },
      comment: "Seen on the round.",
    },
  };
}

/** Returns a request that counts all alerts, and returns the newest one. */
export function countAlertsRequest(baseUrl: string): SnippetRequest {
  return { method: "GET", url: `${baseUrl}/api/v1/alerts?limit=1&include_total=true`, authorized: true };
}
