import type { CodeSample } from "@/components/ui/code-block";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";

/** A POST as a shell takes it; `body` must hold no single quote. `baseUrl` ends in `/api/v1`. */
export function curlPost(baseUrl: string, path: string, body?: string): string {
  const lines = [`curl -X POST ${baseUrl}${path}`, `  -H "Authorization: Bearer $${KEY_VARIABLE}"`];
  if (body) lines.push(`  -H "Content-Type: application/json"`, `  -d '${body}'`);
  return lines.join(" \\\n");
}

export function onboardingSnippet(baseUrl: string): string {
  return curlPost(baseUrl, "/cameras", '{"name": "Dock 3 east", "external_id": "dock-3-east"}');
}

export function heartbeatSamples(baseUrl: string, cameraId: string): CodeSample[] {
  const path = `/cameras/${cameraId}/heartbeat`;
  return [
    { label: "Heartbeat", code: curlPost(baseUrl, path) },
    { label: "With a report", code: curlPost(baseUrl, path, '{"fps": 25, "reconnects": 0}') },
  ];
}
