import { type ErrorCode, errorCodes, type Failure, type InputIssue } from "@/lib/errors";
import { bodyTooLarge, validationFailed } from "@/lib/http/failures";
import type { Protocol } from "@/lib/http/protocol";
import { check, fieldBelow } from "@/lib/http/request/check";
import { MAX_BODY_BYTES } from "@/lib/limits";
import { unknownSource } from "./failures";
import { pagerDutyDetailsSchema, pagerDutyErrorSchema, pagerDutyPayloadSchema } from "./schema";

const SEND_A_KEY =
  "'routing_key': Send an active Sightline API key with the scope alerts:write. Admins create keys on the API keys page in the settings.";

/**
 * Returns the HTTP status of an error. PagerDuty's clients show the errors of a 400, retry after 429 and 5xx, and
 * give up otherwise.
 */
function statusOf(code: ErrorCode): number {
  const { status } = errorCodes[code];
  // Another request changed the alert at the same time, so the event should be sent again.
  if (code === "conflict") return errorCodes.unavailable.status;
  return status === 413 || status === 429 || status >= 500 ? status : 400;
}

/** Returns PagerDuty's own words for an error. */
function wordsOf(code: ErrorCode): { status: string; message: string } {
  const status = statusOf(code);
  if (status === 429) {
    return {
      status: "throttle exceeded",
      message: "Requests for this service are arriving too quickly. Please retry later.",
    };
  }
  if (status >= 500) return { status: "internal error", message: "The event wasn't processed. Please retry later." };
  if (code === "invalid_json" || code === "unsupported_media_type") {
    return { status: "Unrecognized object", message: "Event object format is unrecognized" };
  }
  return { status: "invalid event", message: "Event object is invalid" };
}

function sentencesOf({ code, message, errors }: Failure): string[] {
  if (code === "unauthenticated") return [SEND_A_KEY];
  return errors?.length ? errors.map((issue) => `'${nameOf(issue)}': ${issue.detail}`) : [message];
}

/** Returns the name of a field as PagerDuty writes it, such as `payload.source`. */
const nameOf = ({ pointer, parameter }: InputIssue) =>
  parameter ?? pointer?.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~") ?? "";

/** The failure for an event without a severity, for the documentation. */
const incomplete = validationFailed(
  check(pagerDutyPayloadSchema, { summary: "Person at dock 3", source: "dock-3-east" }, fieldBelow("/payload"))
    .issues ?? [],
);

/** The protocol of PagerDuty's Events API v2. */
export const pagerDutyProtocol: Protocol = {
  name: "PagerDuty",
  key: { header: "x-routing-key", field: "routing_key" },
  schemas: {
    PagerDutyError: pagerDutyErrorSchema,
    PagerDutyPayload: pagerDutyPayloadSchema,
    PagerDutyDetails: pagerDutyDetailsSchema,
  },
  examples: {
    validation_failed: () => incomplete,
    unknown_camera: unknownSource,
    payload_too_large: () => bodyTooLarge(MAX_BODY_BYTES),
  },
  statusOf,
  toReply: (failure) => ({
    status: statusOf(failure.code),
    headers: {
      "Content-Type": "application/json",
      ...(failure.headers?.["Retry-After"] && { "Retry-After": failure.headers["Retry-After"] }),
    },
    body: JSON.stringify({ ...wordsOf(failure.code), errors: sentencesOf(failure) }),
  }),
};
