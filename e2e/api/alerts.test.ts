import { beforeEach, describe, expect, it } from "vitest";
import type { Alert, AlertList } from "@/lib/alerts/schema";
import { database } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { alertStatuses, alertTransitions } from "@/lib/values";
import { type ApiReply, send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const [{ url }] = servers;

describe("alerts", () => {
  let organization: TestOrganization;
  let headers: Record<string, string>;
  let camera: { id: string; uuid: string; externalId: string };

  beforeEach(async () => {
    organization = await createTestOrganization();
    headers = await organization.bearer();
    camera = await organization.camera();
  });

  const create = (fields: object = {}, extra: Record<string, string> = {}) => {
    const body = { camera_id: camera.externalId, use_case: "intrusion", status: "open", ...fields };
    return send(url(), "/alerts", { method: "POST", headers: { ...headers, ...extra }, body });
  };
  const created = async (fields: object = {}) => (await create(fields)).json as Alert;
  const patch = (id: string, body: object, extra: Record<string, string> = {}) =>
    send(url(), `/alerts/${id}`, { method: "PATCH", headers: { ...headers, ...extra }, body });
  const list = async (query = "") => {
    const reply = await send(url(), `/alerts${query}`, { headers });
    expect({ status: reply.status, text: reply.status === 200 ? "" : reply.text }).toEqual({ status: 200, text: "" });
    return reply.json as AlertList;
  };
  const idsOf = (page: { data: Alert[] }) => page.data.map(({ id }) => id);

  it("accepts a camera's ID or external ID and returns its ID", async () => {
    for (const reference of [camera.id, camera.externalId]) {
      expect(await created({ camera_id: reference })).toMatchObject({ camera_id: camera.id });
    }
  });

  it("normalizes use case names and rejects invalid ones", async () => {
    expect(await created({ use_case: "  Wrong Way " })).toMatchObject({ use_case: "wrong_way" });
    expect((await create({ use_case: "ünsafe!" })).status).toBe(422);
  });

  it("accepts past occurrence times and rejects future or invalid ones", async () => {
    const ahead = new Date(Date.now() + 6 * 60_000).toISOString();
    expect((await create({ occurred_at: ahead })).json).toMatchObject({ errors: [{ pointer: "/occurred_at" }] });
    expect(await created({ occurred_at: "2016-02-29T12:00:00+02:00" })).toMatchObject({
      occurred_at: "2016-02-29T10:00:00.000Z",
    });
    for (const time of [
      "0000-01-01T00:00:00Z",
      "294277-01-01T00:00:00Z",
      "2026-01-01T00:00:00",
      "2016-12-31T23:59:60Z",
    ]) {
      expect((await create({ occurred_at: time })).status).toBe(422);
    }
  });

  it.each([
    ["title", "x".repeat(201)],
    ["confidence", 1.01],
    ["severity", "urgent"],
    ["media", [{ type: "image", url: "http://example.test/a.jpg" }]],
    ["media", Array.from({ length: 11 }, () => ({ type: "image", url: "https://example.test/a.jpg" }))],
    ["tags", Array.from({ length: 21 }, (_, i) => `t${i}`)],
    ["metadata", Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 1]))],
    ["metadata", { big: "x".repeat(17_000) }],
    ["dedup_key", "x".repeat(256)],
    ["assignee_id", "user_01k9t0w5a7f0gs3m5h1v2c4x6z"],
  ])("rejects an invalid %s", async (field, value) => {
    const reply = await create({ [field]: value });
    expect(reply.status).toBe(422);
    expect(reply.json).toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: expect.stringMatching(`^/${field}`) }],
    });
    expect((await list()).data).toEqual([]);
  });

  it("accepts a disposition only with a closed status and clears it on reopening", async () => {
    expect((await create({ disposition: "test" })).status).toBe(422);
    const closed = await created({ status: "dismissed", disposition: "test" });
    expect(closed).toMatchObject({ disposition: "test", resolved_by: { kind: "api_key" } });
    expect((await patch(closed.id, { status: "open" })).json).toMatchObject({ disposition: null, resolved_at: null });
  });

  it("counts a duplicate on the open alert without overwriting its changed fields", async () => {
    const memberId = async () => encodeId("user", (await organization.person("support")).id);
    const [reported, chosen] = [await memberId(), await memberId()];
    const report = { dedup_key: "door-4", severity: "critical", assignee_id: reported };
    const first = await created(report);
    const work = { status: "acknowledged", severity: "low", assignee_id: chosen };
    expect((await patch(first.id, work)).json).toMatchObject(work);
    const later = new Date(Date.now() + 60_000).toISOString();
    const again = await create({ ...report, occurred_at: later });
    expect(again.status).toBe(200);
    expect(again.json).toMatchObject({
      id: first.id,
      deduplicated: true,
      occurrence_count: 2,
      last_occurred_at: later,
      ...work,
    });
    await patch(first.id, { status: "resolved" });
    const next = await create({ dedup_key: "door-4" });
    expect(next.status).toBe(201);
    expect((next.json as Alert).id).not.toBe(first.id);
    expect((await patch(first.id, { status: "open" })).json).toMatchObject({ code: "conflict" });
  });

  it("creates one alert from 20 concurrent requests with the same dedup key and counts each", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => create({ dedup_key: "rush" })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201]);
    const { data } = await list();
    expect(data).toMatchObject([{ occurrence_count: 20 }]);
    expect(data).toHaveLength(1);
  });

  it("handles concurrent creates and updates of one dedup key without server errors", async () => {
    const { id } = await created({ dedup_key: "storm" });
    const statuses = ["resolved", "open"];
    const work = Array.from({ length: 60 }, (_, n) =>
      n % 3 ? create({ dedup_key: "storm" }) : patch(id, { status: statuses[(n / 3) % 2] }),
    );
    const faults = (await Promise.all(work)).filter(({ status }) => status >= 500);
    expect(faults.map(({ text }) => text)).toEqual([]);
  });

  it("scopes dedup keys to the organization", async () => {
    const stranger = await createTestOrganization();
    const theirs = await stranger.camera();
    await create({ dedup_key: "same" });
    const body = { camera_id: theirs.externalId, use_case: "x", status: "open", dedup_key: "same" };
    expect((await send(url(), "/alerts", { method: "POST", headers: await stranger.bearer(), body })).status).toBe(201);
  });

  it.each(alertStatuses.flatMap((from) => alertStatuses.map((to) => [from, to] as const)))(
    "applies the transition table when changing %s to %s",
    async (from, to) => {
      const alert = await created({ status: from });
      const reply = await patch(alert.id, { status: to });
      if (from === to) {
        expect(reply.json).toEqual(alert);
      } else if (alertTransitions[from].includes(to)) {
        expect(reply.json).toMatchObject({ status: to, version: 2 });
        const stamped = to === "acknowledged" ? "acknowledged_by" : to === "open" ? null : "resolved_by";
        if (stamped) expect(reply.json).toMatchObject({ [stamped]: { kind: "api_key" } });
      } else {
        expect(reply.status).toBe(409);
        expect(reply.json).toMatchObject({ code: "invalid_transition", from, to, allowed: alertTransitions[from] });
      }
    },
  );

  it("accepts only one of two concurrent changes to the same version", async () => {
    const alert = await created();
    const tag = (await send(url(), `/alerts/${alert.id}`, { headers })).headers.get("etag") ?? "";
    const replies = await Promise.all(
      ["acknowledged", "resolved"].map((status) => patch(alert.id, { status }, { "If-Match": tag })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const [refused] = replies.filter(({ status }) => status === 412) as [ApiReply];
    expect(refused.json).toMatchObject({ code: "version_mismatch", current_version: 2 });
  });

  it("records an event for each change and none for a no-op", async () => {
    const alert = await created();
    await patch(alert.id, { status: "acknowledged", comment: "on it" });
    await patch(alert.id, { status: "acknowledged" });
    const rows = await database()
      .sql`select type, data from events where organization_id = ${organization.id} order by id`;
    const changes = { status: { from: "open", to: "acknowledged" } };
    expect(rows).toMatchObject([
      { type: "alert.created", data: { alert: { status: "open", version: 1 } } },
      { type: "alert.status_changed", data: { alert: { status: "acknowledged" }, changes, comment: "on it" } },
    ]);
    expect(rows).toHaveLength(2);
  });

  it("accepts only members as assignees", async () => {
    const alert = await created();
    const member = await organization.person("support");
    const { data } = (await send(url(), "/members", { headers: member.headers })).json as { data: { id: string }[] };
    const id = data[0]?.id;
    expect((await patch(alert.id, { assignee_id: id })).json).toMatchObject({ assignee_id: id });
    expect(idsOf(await list(`?assignee_id=${id}`))).toEqual([alert.id]);
    expect(idsOf(await list("?assignee_id=none"))).toEqual([]);
    const foreign = "user_01k9t0w5a7f0gs3m5h1v2c4x6z";
    expect((await patch(alert.id, { assignee_id: foreign })).json).toMatchObject({
      errors: [{ pointer: "/assignee_id" }],
    });
  });
});
