import type { SnippetRequest } from "@/components/snippets/request-snippets";

/** Returns a request with the heartbeats of two cameras. */
export function heartbeatsRequest(baseUrl: string): SnippetRequest {
  return {
    method: "POST",
    url: `${baseUrl}/api/v1/cameras/heartbeats`,
    authorized: true,
    body: {
      heartbeats: [
        { external_id: "rtm-dock-3-east", fps: 24.8, reconnects: 0 },
        { external_id: "rtm-main-gate", fps: 25 },
      ],
    },
  };
}
