import { expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { createAlert, listAlerts } from "@/lib/alerts/operations";
import { authenticateBearer } from "@/lib/auth/authenticate";
import { database } from "@/lib/db/client";
import { createSite } from "@/lib/sites/operations";
import type { Scope } from "@/lib/values";
import { flushRequestLog } from "./log/request-log";
import { execute } from "./pipeline";

const origin = { ip: "127.0.0.1", userAgent: "an agent" };

async function callerWith(scopes: readonly Scope[]) {
  const organization = await createTestOrganization();
  const caller = await authenticateBearer(`Bearer ${await organization.key(scopes)}`);
  return { organization, caller };
}

const bodyOf = ({ body }: { body: unknown }) => JSON.parse(String(body));

it("returns status, headers and body without HTTP, and logs the request", async () => {
  const { organization, caller } = await callerWith(["alerts:write", "alerts:read"]);
  const camera = await organization.camera();
  const alert = { camera_id: camera.id, use_case: "intrusion", status: "open" };
  const created = await execute(createAlert, caller, { body: alert }, origin);
  expect(created.status).toBe(201);
  expect(created.headers).toMatchObject({ ETag: '"1"', Location: `/api/v1/alerts/${bodyOf(created).id}` });
  const query = { camera_id: camera.id, limit: "1" };
  const listed = await execute(listAlerts, caller, { query }, origin);
  expect(bodyOf(listed).data).toMatchObject([{ id: bodyOf(created).id }]);
  await flushRequestLog();
  const { sql } = database();
  const logged = await sql`
    select method, route, status, user_agent from requests where organization_id = ${organization.id} order by id`;
  expect(logged).toEqual([
    { method: "POST", route: "/alerts", status: 201, user_agent: "an agent" },
    { method: "GET", route: "/alerts", status: 200, user_agent: "an agent" },
  ]);
});

it("rejects a missing scope, and invalid input with a pointer to its field", async () => {
  const { caller } = await callerWith(["cameras:write"]);
  const forbidden = await execute(listAlerts, caller, {}, origin);
  expect([forbidden.status, bodyOf(forbidden).code]).toEqual([403, "insufficient_scope"]);
  const invalid = await execute(createSite, caller, { body: { name: 7 } }, origin);
  expect([invalid.status, bodyOf(invalid).errors[0].pointer]).toEqual([422, "/name"]);
});

it("executes once per Idempotency-Key", async () => {
  const { caller } = await callerWith(["cameras:write"]);
  const request = { body: { name: "Once" }, headers: { "Idempotency-Key": "one" } };
  const first = await execute(createSite, caller, request, origin);
  const second = await execute(createSite, caller, request, origin);
  expect(second.body).toBe(first.body);
  expect(second.headers).toMatchObject({ "Idempotent-Replayed": "true" });
});

it("runs an operation in process with a trusted context", async () => {
  const organization = await createTestOrganization();
  const ctx = await organization.context();
  const site = await createSite.run(ctx, { params: {}, query: {}, body: { name: "Inside", timezone: "UTC" } });
  expect(site).toMatchObject({ name: "Inside", version: 1 });
});
