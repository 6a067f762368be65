import type { SnippetRequest } from "./request-snippets";

/** The camera that samples add if an organization has none. */
const FIRST_CAMERA = { name: "Front door", external_id: "front-door" };

/** Returns a request that adds a camera. `baseUrl` ends in `/api/v1`. */
export function cameraRequest(baseUrl: string, body: { name: string; external_id: string }): SnippetRequest {
  return { method: "POST", url: `${baseUrl}/cameras`, authorized: true, body };
}

/** Returns a request that identifies the key, which works with any scopes. `baseUrl` ends in `/api/v1`. */
export function identityRequest(baseUrl: string): SnippetRequest {
  return { method: "GET", url: `${baseUrl}/me`, authorized: true };
}

/**
 * Returns the requests that create the first alert. Without `camera`, the first request adds a camera.
 * @param baseUrl ends in `/api/v1`
 * @param camera the ID or external ID of an existing camera
 */
export function firstRequests(baseUrl: string, camera: string | null): SnippetRequest[] {
  // The alert has low severity and the tag `test`, so that people at work don't mistake it for a real incident.
  const body = {
    camera_id: camera ?? FIRST_CAMERA.external_id,
    use_case: "intrusion",
    status: "open",
    severity: "low",
    title: "Test alert",
    tags: ["test"],
  };
  const alert: SnippetRequest = { method: "POST", url: `${baseUrl}/alerts`, authorized: true, body };
  return camera === null ? [cameraRequest(baseUrl, FIRST_CAMERA), alert] : [alert];
}

/**
 * Returns the two requests of the quick start: they create a camera, and an alert with only the required fields.
 * `baseUrl` ends in `/api/v1`.
 */
export function quickStartRequests(baseUrl: string): { camera: SnippetRequest; alert: SnippetRequest } {
  const camera = { name: "Dock 9, north gate", external_id: "dock-9-north" };
  const body = { camera_id: camera.external_id, use_case: "intrusion", status: "open" };
  return {
    camera: cameraRequest(baseUrl, camera),
    alert: { method: "POST", url: `${baseUrl}/alerts`, authorized: true, body },
  };
}
