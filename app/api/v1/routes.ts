import type { Route } from "@/lib/http/route";
import * as alert from "./alerts/[id]/route";
import * as alerts from "./alerts/route";
import * as cameraHeartbeat from "./cameras/[id]/heartbeat/route";
import * as camera from "./cameras/[id]/route";
import * as cameraStatus from "./cameras/[id]/status/route";
import * as cameraCounts from "./cameras/counts/route";
import * as cameras from "./cameras/route";
import * as me from "./me/route";
import * as openapi from "./openapi.json/route";

/** Which path is which handler, for the production server. `lib/house.test.ts` holds it against catalog and files. */
export const routes: Record<string, Route> = {
  "/alerts": alerts,
  "/alerts/{id}": alert,
  "/cameras": cameras,
  "/cameras/counts": cameraCounts,
  "/cameras/{id}": camera,
  "/cameras/{id}/heartbeat": cameraHeartbeat,
  "/cameras/{id}/status": cameraStatus,
  "/me": me,
  "/openapi.json": openapi,
};
