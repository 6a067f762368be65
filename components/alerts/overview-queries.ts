import { queryOptions } from "@tanstack/react-query";
import type { AlertListQuery } from "@/lib/alerts/schema";
import type { Call } from "@/lib/http/call";
import type { AlertStatus } from "@/lib/values";
import { alertsKey, fetchAlertList } from "./queries";

/** The polling interval while waiting for the first alert. */
export const WAITING_REFRESH_MS = 3_000;
const ATTENTION_ALERTS = 8;
const CAMERA_ALERTS = 10;

/**
 * Returns the options of a query for a short list of alerts, newest first. The page that shows the list refetches
 * it.
 */
function alertsQuery(organization: string, name: string, query: Omit<AlertListQuery, "sort">, call?: Call) {
  const full: AlertListQuery = { ...query, sort: "-created_at" };
  return queryOptions({
    queryKey: [...alertsKey, organization, name, query],
    queryFn: ({ signal }) => fetchAlertList(organization, full, signal, call),
  });
}

/** The filter for open alerts with critical or high severity. */
export const attentionFilter = { status: ["open"], severity: ["critical", "high"] } satisfies Partial<AlertListQuery>;

export function attentionOptions(organization: string, call?: Call) {
  const query = { ...attentionFilter, expand: ["camera" as const], include_total: true, limit: ATTENTION_ALERTS };
  return alertsQuery(organization, "attention", query, call);
}

/** Returns the options of a query that counts the alerts with this status. */
export function alertCountOptions(organization: string, status: AlertStatus, call?: Call) {
  return alertsQuery(organization, "count", { status: [status], include_total: true, limit: 1 }, call);
}

/** Returns the options of a query for the newest alert. Its result shows whether any alert has arrived. */
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
