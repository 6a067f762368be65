import { z } from "zod";
import { type ErrorCode, Failure } from "@/lib/errors";
import { formProblem, oauthErrors, oauthFailure } from "@/lib/http/request/form";
import { EXAMPLE_SUFFIX } from "./example-values";
import { problemGuides, problemSchema } from "./problems";

const { status, code, request_id, errors } = problemSchema.shape;

/** The body of every refusal of a form, as the OpenAPI document shows it. */
export const oauthErrorSchema = z
  .looseObject({
    error: z.enum(oauthErrors).meta({ description: "OAuth's own code, for libraries" }),
    error_description: z.string().meta({ description: "What happened this time and what to do next" }),
    status,
    code,
    request_id,
    errors,
  })
  .meta({ id: "OAuthError", description: "A refusal as OAuth lays it down (RFC 6749 §5.2), with members of our own" });

const failureOf = (errorCode: ErrorCode): Failure => {
  if (errorCode === "invalid_request") return oauthFailure("invalid_grant", "Invalid grant: refresh token is invalid");
  if (errorCode === "unauthenticated") {
    return oauthFailure(
      "invalid_client",
      "Send the app's client id and secret, by `Authorization: Basic` or in the form.",
    );
  }
  return new Failure(errorCode, problemGuides[errorCode].detail);
};

/** A refusal of a form as a caller could receive it. */
export function oauthErrorExample(errorCode: ErrorCode): unknown {
  return JSON.parse(String(formProblem(failureOf(errorCode), `request_${EXAMPLE_SUFFIX}`).body));
}
