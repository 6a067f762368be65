import { queryOptions } from "@tanstack/react-query";
import type { AlertList, AlertListQuery } from "@/lib/alerts/schema";
import type { AlertStatus } from "@/lib/values";
import { alertsKey, fetchAlertList } from "./queries";

/** While somebody waits for the first alert to arrive. */
export const WAITING_REFRESH_MS = 3_000;
const ATTENTION_ALERTS = 8;
const CAMERA_ALERTS = 10;

export type AlertListReader = (query: AlertListQuery) => Promise<AlertList>;

/** A short list, which its page keeps up to date; the server passes its own `read`, so that page and API run the same code. */
function alertsQuery(organization: string, name: string, query: Omit<AlertListQuery, "sort">, read?: AlertListReader) {
  const full: AlertListQuery = { ...query, sort: "-created_at" };
  return queryOptions({
    queryKey: [...alertsKey, organization, name, query],
    queryFn: ({ signal }) => (read ? read(full) : fetchAlertList(organization, full, signal)),
  });
}

/** What cannot wait: open and critical or high, newest first. */
export const attentionFilter = { status: ["open"], severity: ["critical", "high"] } satisfies Partial<AlertListQuery>;

export function attentionOptions(organization: string, read?: AlertListReader) {
  const query = { ...attentionFilter, expand: ["camera" as const], include_total: true, limit: ATTENTION_ALERTS };
  return alertsQuery(organization, "attention", query, read);
}

/** How many alerts have this status. */
export function alertCountOptions(organization: string, status: AlertStatus, read?: AlertListReader) {
  return alertsQuery(organization, "count", { status: [status], include_total: true, limit: 1 }, read);
}

/** The newest alert of all: whether one has ever come in. */
export function newestAlertOptions(organization: string, read?: AlertListReader) {
  return alertsQuery(organization, "newest", { limit: 1 }, read);
}

export function cameraAlertsOptions(organization: string, cameraId: string, read?: AlertListReader) {
  return alertsQuery(
    organization,
    "of-camera",
    { camera_id: [cameraId], include_total: true, limit: CAMERA_ALERTS },
    read,
  );
}
