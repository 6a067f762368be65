import type { SnippetRequest } from "./request-snippets";

/** The camera that the samples onboard in an organization that has none. */
const FIRST_CAMERA = { name: "Front door", external_id: "front-door" };

/** Onboards a camera, named as the caller likes. `baseUrl` ends in `/api/v1`. */
export function cameraRequest(baseUrl: string, body: { name: string; external_id: string }): SnippetRequest {
  return { method: "POST", url: `${baseUrl}/cameras`, authorized: true, body };
}

/** Asks who the key is. It works with every key, whatever its scopes. `baseUrl` ends in `/api/v1`. */
export function identityRequest(baseUrl: string): SnippetRequest {
  return { method: "GET", url: `${baseUrl}/me`, authorized: true };
}

/**
 * The calls that bring a first alert in, in their order; an alert names a camera, so that one comes first where there is none.
 * @param baseUrl ends in `/api/v1`. @param camera the id or external id of one that is there.
 */
export function firstRequests(baseUrl: string, camera: string | null): SnippetRequest[] {
  // Low and tagged: a test in an organization that works must not wake anybody.
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

/** The two calls of the quick start: a camera of your own, and an alert in three fields. `baseUrl` ends in `/api/v1`. */
export function quickStartRequests(baseUrl: string): { camera: SnippetRequest; alert: SnippetRequest } {
  const camera = { name: "Dock 9, north gate", external_id: "dock-9-north" };
  const body = { camera_id: camera.external_id, use_case: "intrusion", status: "open" };
  return {
    camera: cameraRequest(baseUrl, camera),
    alert: { method: "POST", url: `${baseUrl}/alerts`, authorized: true, body },
  };
}
