import { expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { getAlert, listAlerts } from "@/lib/alerts/operations";
import { authenticateBearer } from "@/lib/auth/authenticate";
import { database } from "@/lib/db/client";
import type { Scope } from "@/lib/values";
import { localCall } from "./local-call";
import { execute } from "./pipeline";

const origin = { ip: null, userAgent: null };

async function callWith(scopes: readonly Scope[]) {
  const organization = await createTestOrganization();
  const caller = await authenticateBearer(`Bearer ${await organization.key(scopes)}`);
  const context = { ...caller, ...origin, db: database().db, requestId: "request_0" };
  return { organization, caller, call: localCall([listAlerts, getAlert], context) };
}

it("returns the same body in process as the API", async () => {
  const { organization, caller, call } = await callWith(["alerts:read"]);
  const camera = await organization.camera();
  const { body } = await execute(listAlerts, caller, { query: { camera_id: camera.id, expand: "camera" } }, origin);
  const query = { camera_id: [camera.id], expand: ["camera" as const] };
  expect(await call<typeof listAlerts>("GET /alerts", { query })).toEqual(JSON.parse(String(body)));
});

it("rejects in process what the API rejects", async () => {
  const { call } = await callWith(["alerts:read"]);
  const wrong = call<typeof listAlerts>("GET /alerts", { query: { limit: 1_000 } });
  await expect(wrong).rejects.toMatchObject({ code: "validation_failed" });
  const unknown = call<typeof getAlert>("GET /alerts/{id}", { params: { id: "alert_nothing" } });
  await expect(unknown).rejects.toMatchObject({ code: "not_found" });
  const { call: callWithout } = await callWith(["cameras:read"]);
  const forbidden = callWithout<typeof listAlerts>("GET /alerts", { query: {} });
  await expect(forbidden).rejects.toMatchObject({ code: "insufficient_scope" });
});
