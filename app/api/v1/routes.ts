import type { Route } from "@/lib/http/route";
import * as alertNotes from "./alerts/[id]/notes/route";
import * as alert from "./alerts/[id]/route";
import * as alertTimeline from "./alerts/[id]/timeline/route";
import * as alerts from "./alerts/route";
import * as cameraHeartbeat from "./cameras/[id]/heartbeat/route";
import * as camera from "./cameras/[id]/route";
import * as cameraStatus from "./cameras/[id]/status/route";
import * as cameraCounts from "./cameras/counts/route";
import * as cameras from "./cameras/route";
import * as keyRevoke from "./keys/[id]/revoke/route";
import * as keyRotate from "./keys/[id]/rotate/route";
import * as key from "./keys/[id]/route";
import * as keys from "./keys/route";
import * as me from "./me/route";
import * as members from "./members/route";
import * as openapi from "./openapi.json/route";
import * as organization from "./organization/route";
import * as signUp from "./sign-up/route";

/** Which path is which handler, for the production server. `lib/house.test.ts` holds it against catalog and files. */
export const routes: Record<string, Route> = {
  "/alerts": alerts,
  "/alerts/{id}": alert,
  "/alerts/{id}/notes": alertNotes,
  "/alerts/{id}/timeline": alertTimeline,
  "/cameras": cameras,
  "/cameras/counts": cameraCounts,
  "/cameras/{id}": camera,
  "/cameras/{id}/heartbeat": cameraHeartbeat,
  "/cameras/{id}/status": cameraStatus,
  "/keys": keys,
  "/keys/{id}": key,
  "/keys/{id}/revoke": keyRevoke,
  "/keys/{id}/rotate": keyRotate,
  "/me": me,
  "/members": members,
  "/openapi.json": openapi,
  "/organization": organization,
  "/sign-up": signUp,
};
