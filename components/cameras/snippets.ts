import { curlSnippet } from "@/components/snippets/request-snippets";
import type { CodeSample } from "@/components/ui/code-block";

/** Returns two samples that send a heartbeat: without and with a report. `baseUrl` ends in `/api/v1`. */
export function heartbeatSamples(baseUrl: string, cameraId: string): CodeSample[] {
  const request = { method: "POST", url: `${baseUrl}/cameras/${cameraId}/heartbeat`, authorized: true };
  return [
    { label: "Heartbeat", code: curlSnippet(request) },
    { label: "With a report", code: curlSnippet({ ...request, body: { fps: 25, reconnects: 0 } }) },
  ];
}
