import { queryOptions } from "@tanstack/react-query";
import type { AlertListQuery } from "@/lib/alerts/schema";
import type { Call } from "@/lib/http/call";
import type { AlertStatus } from "@/lib/values";
import { alertsKey, fetchAlertList } from "./queries";

/** While somebody waits for the first alert to arrive. */
export const WAITING_REFRESH_MS = 3_000;
const ATTENTION_ALERTS = 8;
const CAMERA_ALERTS = 10;

/** A short list, which its page keeps up to date. */
function alertsQuery(organization: string, name: string, query: Omit<AlertListQuery, "sort">, call?: Call) {
  const full: AlertListQuery = { ...query, sort: "-created_at" };
  return queryOptions({
    queryKey: [...alertsKey, organization, name, query],
    queryFn: ({ signal }) => fetchAlertList(organization, full, signal, call),
  });
}

/** What cannot wait: open and critical or high, newest first. */
export const attentionFilter = { status: ["open"], severity: ["critical", "high"] } satisfies Partial<AlertListQuery>;

export function attentionOptions(organization: string, call?: Call) {
  const query = { ...attentionFilter, expand: ["camera" as const], include_total: true, limit: ATTENTION_ALERTS };
  return alertsQuery(organization, "attention", query, call);
}

/** How many alerts have this status. */
export function alertCountOptions(organization: string, status: AlertStatus, call?: Call) {
  return alertsQuery(organization, "count", { status: [status], include_total: true, limit: 1 }, call);
}

/** The newest alert of all: whether one has ever come in. */
export function newestAlertOptions(organization: string, call?: Call) {
  return alertsQuery(organization, "newest", { limit: 1 }, call);
}

export function cameraAlertsOptions(organization: string, cameraId: string, call?: Call) {
  return alertsQuery(
    organization,
    "of-camera",
    { camera_id: [cameraId], include_total: true, limit: CAMERA_ALERTS },
    call,
  );
}
