import type { Route } from "@/lib/http/route";
import * as alertNotes from "./alerts/[id]/notes/route";
import * as alert from "./alerts/[id]/route";
import * as alertTimeline from "./alerts/[id]/timeline/route";
import * as alertBatch from "./alerts/batch/route";
import * as alertBatchUpdate from "./alerts/batch-update/route";
import * as alertExport from "./alerts/export/route";
import * as alerts from "./alerts/route";
import * as analyticsAlerts from "./analytics/alerts/route";
import * as analyticsSummary from "./analytics/summary/route";
import * as uptime from "./analytics/uptime/route";
import * as cameraHeartbeat from "./cameras/[id]/heartbeat/route";
import * as camera from "./cameras/[id]/route";
import * as statusHistory from "./cameras/[id]/status/history/route";
import * as cameraStatus from "./cameras/[id]/status/route";
import * as cameraBatch from "./cameras/batch/route";
import * as cameraCounts from "./cameras/counts/route";
import * as heartbeats from "./cameras/heartbeats/route";
import * as cameras from "./cameras/route";
import * as events from "./events/route";
import * as eventStream from "./events/stream/route";
import * as keyRevoke from "./keys/[id]/revoke/route";
import * as keyRotate from "./keys/[id]/rotate/route";
import * as key from "./keys/[id]/route";
import * as keys from "./keys/route";
import * as me from "./me/route";
import * as members from "./members/route";
import * as openapi from "./openapi.json/route";
import * as organization from "./organization/route";
import * as signUp from "./sign-up/route";
import * as site from "./sites/[id]/route";
import * as sites from "./sites/route";
import * as useCases from "./use-cases/route";

/** Which path is which handler, for the production server. `lib/house.test.ts` holds it against catalog and files. */
export const routes: Record<string, Route> = {
  "/alerts": alerts,
  "/alerts/batch": alertBatch,
  "/alerts/batch-update": alertBatchUpdate,
  "/alerts/export": alertExport,
  "/alerts/{id}": alert,
  "/alerts/{id}/notes": alertNotes,
  "/alerts/{id}/timeline": alertTimeline,
  "/analytics/alerts": analyticsAlerts,
  "/analytics/summary": analyticsSummary,
  "/analytics/uptime": uptime,
  "/cameras": cameras,
  "/cameras/batch": cameraBatch,
  "/cameras/counts": cameraCounts,
  "/cameras/heartbeats": heartbeats,
  "/cameras/{id}": camera,
  "/cameras/{id}/heartbeat": cameraHeartbeat,
  "/cameras/{id}/status": cameraStatus,
  "/cameras/{id}/status/history": statusHistory,
  "/events": events,
  "/events/stream": eventStream,
  "/keys": keys,
  "/keys/{id}": key,
  "/keys/{id}/revoke": keyRevoke,
  "/keys/{id}/rotate": keyRotate,
  "/me": me,
  "/members": members,
  "/openapi.json": openapi,
  "/organization": organization,
  "/sign-up": signUp,
  "/sites": sites,
  "/sites/{id}": site,
  "/use-cases": useCases,
};
