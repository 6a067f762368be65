import { unknownCamera } from "@/lib/alerts/failures";
import { alertCreateSchema } from "@/lib/alerts/schema";
import type { Actor } from "@/lib/auth/context";
import { encodeId, NIL_ID } from "@/lib/db/ids";
import type { keyUsage } from "@/lib/db/tables/keys";
import type { events, requests } from "@/lib/db/tables/records";
import { errorCodes, type Failure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { invalidInput } from "@/lib/http/request/check";
import { rateLimited } from "@/lib/rate-limit/failures";
import { rateLimits } from "@/lib/rate-limit/requests";
import { DAY_MS } from "@/lib/time";
import type { DemoAlert } from "./alerts";
import { createIdMinter } from "./minted-ids";
import type { Random } from "./random";

/** The number of alerts that have events. Only the newest ones do, so that the demo is created quickly. */
const ALERTS_WITH_EVENTS = 500;
export const REQUEST_LOG_DAYS = 7;
/** IP addresses from ranges reserved for documentation (RFC 5737). */
const gatewayAddresses = ["203.0.113.24", "198.51.100.7"] as const;
export const gatewayAgent = "edge-gateway/2.4.1";
export const gatewayAddress = gatewayAddresses[0];

type EventRow = Omit<typeof events.$inferInsert, "transactionId">;
type RequestRow = typeof requests.$inferInsert;
type UsageRow = Required<typeof keyUsage.$inferInsert>;

/** Returns the events of the newest alerts in order of time: creations, repetitions and status changes. */
export function makeEvents(random: Random, organizationId: string, alerts: readonly DemoAlert[]): EventRow[] {
  const mintId = createIdMinter(random);
  return alerts
    .slice(-ALERTS_WITH_EVENTS)
    .flatMap(listHappenings)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, by, type, subjectId, data }) => ({
      organizationId,
      id: mintId(at),
      type,
      subjectId,
      actorKind: by.kind,
      actorId: by.id,
      actorName: by.name,
      data,
      createdAt: at,
    }));
}

interface Happening {
  at: Date;
  by: Actor;
  type: EventRow["type"];
  subjectId: string;
  data: Record<string, unknown>;
}

function listHappenings({ row, outcome, repeatedAt }: DemoAlert): Happening[] {
  const gateway: Actor = { kind: row.sourceKind, id: row.sourceId, name: row.sourceName };
  const { acknowledged, closed, status } = outcome;
  const alert = (now: string, version: number) => {
    const { cameraId, useCase, severity, title = null } = row;
    return { camera_id: cameraId, use_case: useCase, severity, status: now, title, version };
  };
  const beginning = acknowledged || closed ? "open" : row.status;
  const story: Happening[] = [
    { at: row.createdAt, by: gateway, type: "alert.created", subjectId: row.id, data: { alert: alert(beginning, 1) } },
  ];
  repeatedAt.forEach((at, index) => {
    const data = { alert: alert(beginning, 1), occurrence_count: index + 2 };
    story.push({ at, by: gateway, type: "alert.reoccurred", subjectId: row.id, data });
  });
  if (acknowledged) {
    const to = outcome.assigneeId && encodeId("user", outcome.assigneeId);
    const assignment = outcome.assignedLater ? { assignee_id: { from: null, to } } : {};
    const changes = { status: { from: "open", to: "acknowledged" }, ...assignment };
    const data = { alert: alert("acknowledged", 2), changes };
    story.push({ ...acknowledged, type: "alert.status_changed", subjectId: row.id, data });
  }
  if (closed) {
    const { disposition, dispositionReason } = outcome;
    const changes = {
      status: { from: acknowledged ? "acknowledged" : "open", to: status },
      ...(disposition && { disposition: { from: null, to: disposition } }),
      ...(dispositionReason && { disposition_reason: { from: null, to: dispositionReason } }),
    };
    const data = { alert: alert(status, acknowledged ? 3 : 2), changes };
    story.push({ ...closed, type: "alert.status_changed", subjectId: row.id, data });
  }
  return story;
}

/**
 * Returns the request log of the API key. It contains every request for an alert. Occasionally, it contains a
 * request for the list of cameras or a rejected request.
 */
export function makeRequests(
  random: Random,
  organizationId: string,
  key: Actor,
  alerts: readonly DemoAlert[],
): RequestRow[] {
  const calls = alerts.flatMap(({ row, repeatedAt }) => [
    { at: row.createdAt, status: 201 },
    ...repeatedAt.map((at) => ({ at, status: 200 })),
  ]);
  const mintId = createIdMinter(random);
  return calls
    .flatMap((call) => [...companions(random, call.at), { ...call, method: "POST", route: "/alerts", code: null }])
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, method, route, status, code, ...refusal }: Call) => ({
      organizationId,
      id: mintId(at),
      method,
      route,
      status,
      code,
      ...{ target: `/api/v1${route}`, detail: null, errors: null, requestBody: null, ...refusal },
      durationMs: Math.ceil(random.around(status === 429 ? 1 : 6, 0.6)),
      credentialKind: key.kind,
      credentialId: key.id,
      ip: random.chance(0.9) ? gatewayAddress : gatewayAddresses[1],
      userAgent: gatewayAgent,
      createdAt: at,
    }));
}

type Refusal = Pick<RequestRow, "target" | "detail" | "errors" | "requestBody">;
type Call = Pick<RequestRow, "method" | "route" | "status"> & { at: Date; code: string | null } & Refusal;

const unknownDock = { camera_id: "rtm-dock-33-east", use_case: "intrusion", severity: "high" };
const percent = { camera_id: "rtm-dock-3-east", use_case: "intrusion", confidence: 87 };

/** Returns example requests that the API rejects, with its responses and their request log data. */
const mistakes = (): Omit<Call, "at">[] => [
  { method: "POST", route: "/alerts", ...refusalOf(unknownCamera(), unknownDock) },
  { method: "POST", route: "/alerts", ...refusalOf(invalidInput(alertCreateSchema, percent), percent) },
  { method: "POST", route: "/alerts", ...refusalOf(rateLimited({ name: "key", quota: rateLimits().key.burst }, 4)) },
  {
    method: "GET",
    route: "/alerts/{id}",
    target: `/api/v1/alerts/${encodeId("alert", NIL_ID)}`,
    ...refusalOf(notFound()),
  },
];

function refusalOf({ code, message, errors }: Failure, body?: object) {
  return {
    status: errorCodes[code].status,
    code,
    detail: message,
    ...(errors && { errors }),
    ...(body && { requestBody: JSON.stringify(body) }),
  };
}

function companions(random: Random, at: Date): Call[] {
  const before = () => new Date(at.getTime() - random.integer(200, 5_000));
  const list: Call[] = [];
  if (random.chance(0.12)) list.push({ at: before(), method: "GET", route: "/cameras", status: 200, code: null });
  if (random.chance(0.05)) list.push({ at: before(), method: "GET", route: "/alerts", status: 200, code: null });
  if (random.chance(0.02)) list.push({ at: before(), ...random.pick(mistakes()) });
  return list;
}

/** Returns the requests that the log still contains in full. Earlier ones only count toward the key's usage. */
export function recentRequests(log: readonly RequestRow[], now: Date): RequestRow[] {
  return log.filter(({ createdAt }) => createdAt.getTime() > now.getTime() - REQUEST_LOG_DAYS * DAY_MS);
}

/** Counts requests per UTC day and outcome. */
export function countUsage(log: readonly RequestRow[]): UsageRow[] {
  const days = new Map<string, UsageRow>();
  for (const { organizationId, credentialId, createdAt, status } of log) {
    const day = createdAt.toISOString().slice(0, 10);
    const row = days.get(day) ?? {
      organizationId,
      keyId: credentialId,
      day,
      ok: 0,
      rateLimited: 0,
      denied: 0,
      invalid: 0,
      failed: 0,
    };
    if (status < 400) row.ok += 1;
    else if (status === 429) row.rateLimited += 1;
    else row.invalid += 1;
    days.set(day, row);
  }
  return [...days.values()];
}
