import { z } from "zod";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import type { ErrorCode, Failure } from "@/lib/errors";
import { formProblem, oauthErrors } from "@/lib/http/request/form";
import { invalidClient, invalidGrant } from "@/lib/oauth/failures";
import { problemGuides, problemSchema } from "./problems";

const { status, code, request_id, errors } = problemSchema.shape;

/** The schema of OAuth errors in the OpenAPI document. */
export const oauthErrorSchema = z
  .looseObject({
    error: z.enum(oauthErrors).meta({ id: "OAuthErrorCode", description: "The OAuth error code, for libraries" }),
    error_description: z.string().meta({ description: "What went wrong in this request, and how to fix it" }),
    status,
    code,
    request_id,
    errors,
  })
  .meta({ id: "OAuthError", description: "An OAuth error response (RFC 6749 §5.2), with additional fields" });

function failureOf(errorCode: ErrorCode): Failure {
  if (errorCode === "invalid_request") return invalidGrant();
  if (errorCode === "unauthenticated") return invalidClient();
  return problemGuides[errorCode].example();
}

/** Returns an example of an OAuth error with this code. */
export function oauthErrorExample(errorCode: ErrorCode): unknown {
  return JSON.parse(String(formProblem(failureOf(errorCode), `request_${EXAMPLE_SUFFIX}`).body));
}
