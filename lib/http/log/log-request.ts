import type { Caller } from "@/lib/auth/context";
import { timeOfId } from "@/lib/db/ids";
import type { Failure } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/reply/reply";
import { requestTarget } from "@/lib/http/request/target";
import { recordRequest } from "./request-log";

interface Arrival {
  /** The request's UUID. */
  id: string;
  /** Milliseconds from the request's arrival to its reply. */
  ms: number;
  ip: string | null;
  userAgent: string | null;
}

interface Outcome {
  route: string;
  status: number;
  failure: Failure | null;
  body: Buffer | null;
}

/** Adds a request by an API key or app to the request log. Requests by people aren't logged. */
export function logRequest(
  { actor, organizationId }: Caller,
  request: ApiRequest,
  arrival: Arrival,
  { route, status, failure, body }: Outcome,
): void {
  if (actor.kind === "user") return;
  recordRequest({
    organization_id: organizationId,
    id: arrival.id,
    method: request.method,
    route,
    status,
    code: failure?.code ?? null,
    duration_ms: Math.round(arrival.ms),
    credential_kind: actor.kind,
    credential_id: actor.id,
    ip: arrival.ip,
    user_agent: arrival.userAgent,
    created_at: timeOfId(arrival.id).toISOString(),
    target: requestTarget(request),
    ...(failure && { refusal: { detail: failure.message, errors: failure.errors, body } }),
  });
}
