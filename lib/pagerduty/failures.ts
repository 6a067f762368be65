import { Failure } from "@/lib/errors";

/** Returns the failure for an event whose source isn't a camera of the organization. */
export function unknownSource(): Failure {
  const detail =
    "Your organization has no camera with this ID or external_id. Send a camera's ID, or set the camera's external_id to this source.";
  return new Failure("unknown_camera", detail, {
    errors: [{ pointer: "/payload/source", code: "unknown_camera", detail }],
  });
}
