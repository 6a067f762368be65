import { Failure } from "@/lib/errors";
import { validationFailed } from "@/lib/http/failures";

/**
 * Returns the failure for an external ID that another camera has.
 * @param pointer JSON pointer to the camera in the request body.
 */
export function externalIdTaken(pointer = ""): Failure {
  return new Failure("conflict", "Another camera has this external_id. Send another external_id, or use that camera.", {
    errors: [
      {
        pointer: `${pointer}/external_id`,
        code: "taken",
        detail: "Another camera in your organization has this value. Send a unique one.",
      },
    ],
  });
}

/**
 * Returns the failure for a site that the organization doesn't have.
 * @param pointer JSON pointer to the camera in the request body.
 */
export function unknownSite(pointer = ""): Failure {
  return validationFailed([
    { pointer: `${pointer}/site_id`, code: "unknown_site", detail: "Your organization has no site with this ID." },
  ]);
}

/**
 * Returns the failure for a heartbeat in a batch whose camera doesn't exist.
 * @param pointer JSON pointer to the camera's ID in the request body.
 */
export function heartbeatOfUnknownCamera(pointer: string): Failure {
  return new Failure("not_found", "Your organization has no camera with this ID. Create it first with POST /cameras.", {
    errors: [{ pointer, code: "unknown_camera", detail: "Your organization has no camera with this ID." }],
  });
}
