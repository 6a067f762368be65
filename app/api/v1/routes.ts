import type { Route } from "@/lib/http/route";
import * as alert from "./alerts/[id]/route";
import * as alerts from "./alerts/route";
import * as me from "./me/route";
import * as openapi from "./openapi.json/route";

/** Which path is which handler, for the production server. `lib/house.test.ts` holds it against catalog and files. */
export const routes: Record<string, Route> = {
  "/alerts": alerts,
  "/alerts/{id}": alert,
  "/me": me,
  "/openapi.json": openapi,
};
