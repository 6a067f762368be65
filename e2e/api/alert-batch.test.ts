import { beforeEach, describe, expect, it } from "vitest";
import type { Alert, AlertBatchResult, AlertList } from "@/lib/alerts/schema";
import { database } from "@/lib/db/client";
import { MAX_BATCH_BODY_BYTES, MAX_BATCH_ROWS } from "@/lib/limits";
import { type ApiReply, send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const [{ url }] = servers;

describe("a batch of alerts", () => {
  let organization: TestOrganization;
  let headers: Record<string, string>;
  let camera: { id: string; uuid: string; externalId: string };

  beforeEach(async () => {
    organization = await createTestOrganization();
    headers = await organization.bearer();
    camera = await organization.camera();
  });

  const row = (fields: object = {}) => ({ camera_id: camera.externalId, use_case: "intrusion", ...fields });
  const rowsOf = (count: number, fields: (n: number) => object = () => ({})) =>
    Array.from({ length: count }, (_, n) => row({ title: `Row ${n}`, ...fields(n) }));
  const post = (alerts: unknown, extra: Record<string, string> = {}) =>
    send(url(), "/alerts/batch", { method: "POST", headers: { ...headers, ...extra }, body: { alerts } });
  const result = (reply: ApiReply) => {
    expect({ status: reply.status, text: reply.status === 200 ? "" : reply.text }).toEqual({ status: 200, text: "" });
    return reply.json as AlertBatchResult;
  };
  const list = async (query = "") => (await send(url(), `/alerts${query}`, { headers })).json as AlertList;
  const stored = async () => {
    const [counts] = await database().sql<{ alerts: number; events: number }[]>`
      select (select count(*)::int from alerts where organization_id = ${organization.id}) as alerts,
             (select count(*)::int from events where organization_id = ${organization.id}) as events`;
    return counts;
  };

  it("returns the stored alert for each row, in row order", async () => {
    const member = await organization.person("support");
    const { data } = (await send(url(), "/members", { headers: member.headers })).json as { data: { id: string }[] };
    const full = {
      camera_id: camera.id,
      use_case: "Wrong Way",
      status: "resolved",
      severity: "critical",
      title: "Ünïcode \\ \"quoted\" 🔥 'and' $1",
      description: "line\nbreak\ttab",
      occurred_at: "2026-01-31T12:00:00.123+02:00",
      dedup_key: 'a,b{c}"d"',
      confidence: 0.123456789,
      media: [{ type: "image", url: "https://example.test/a.jpg?x=1&y=2", taken_at: "2026-01-31T10:00:00.000Z" }],
      tags: ["a,b", '"c"', "NULL", "d\\e"],
      metadata: { zone: "gate-4", deep: [{ n: 1.5e-7, big: 9007199254740991, none: null }] },
      assignee_id: data[0]?.id,
      disposition: "test",
      disposition_reason: "drill",
    };
    const reply = result(await post([row({ status: "acknowledged" }), full, row()]));
    expect(reply).toMatchObject({ succeeded: 3, failed: 0 });
    expect(reply.results.map(({ index, status }) => [index, status])).toEqual([
      [0, 201],
      [1, 201],
      [2, 201],
    ]);
    const alerts = reply.results.map(({ alert }) => alert as Alert);
    expect(alerts[1]).toMatchObject({ ...full, use_case: "wrong_way", occurred_at: "2026-01-31T10:00:00.123Z" });
    expect((await list("?sort=created_at")).data).toEqual(alerts);
    expect(await stored()).toEqual({ alerts: 3, events: 3 });
  });

  it("stores valid rows, reports invalid ones, and replays the response for a repeated Idempotency-Key", async () => {
    const theirs = await (await createTestOrganization()).camera();
    const bad: Record<number, object> = {
      0: { camera_id: "stranger" },
      99: { camera_id: theirs.id },
      100: { camera_id: theirs.externalId },
      101: { severity: "loud" },
      102: { shade: "red" },
      500: { title: "x".repeat(201) },
      501: { assignee_id: "user_01k9t0w5a7f0gs3m5h1v2c4x6z" },
      502: { disposition: "test" },
      998: { use_case: "" },
      999: { occurred_at: "tomorrow" },
    };
    const rows = rowsOf(MAX_BATCH_ROWS, (n) => bad[n] ?? {});
    const reply = await post(rows, { "Idempotency-Key": "nightly" });
    const { results, succeeded, failed } = result(reply);
    expect({ succeeded, failed }).toEqual({ succeeded: 990, failed: 10 });
    expect(results.map(({ index }) => index)).toEqual(rows.map((_, n) => n));
    const problems = results.filter(({ problem }) => problem);
    expect(problems.map(({ index }) => index)).toEqual(Object.keys(bad).map(Number));
    expect(problems.every(({ status, alert }) => status === 422 && alert === undefined)).toBe(true);
    expect(problems.map(({ problem }) => [problem?.code, problem?.errors?.[0]?.pointer])).toEqual([
      ["unknown_camera", "/alerts/0/camera_id"],
      ["unknown_camera", "/alerts/99/camera_id"],
      ["unknown_camera", "/alerts/100/camera_id"],
      ["validation_failed", "/alerts/101/severity"],
      ["validation_failed", "/alerts/102/shade"],
      ["validation_failed", "/alerts/500/title"],
      ["validation_failed", "/alerts/501/assignee_id"],
      ["validation_failed", "/alerts/502/disposition"],
      ["validation_failed", "/alerts/998/use_case"],
      ["validation_failed", "/alerts/999/occurred_at"],
    ]);
    expect(await stored()).toEqual({ alerts: 990, events: 990 });
    const ids = results.flatMap(({ alert }) => (alert ? [alert.id] : []));
    expect(ids).toEqual(ids.toSorted());

    const again = await post(rows, { "Idempotency-Key": "nightly" });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.text).toBe(reply.text);
    expect(await stored()).toEqual({ alerts: 990, events: 990 });
    const other = await post(rows.slice(1), { "Idempotency-Key": "nightly" });
    expect(other.json).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  });

  it("returns the same error for another organization's camera as for an unknown one", async () => {
    const theirs = await (await createTestOrganization()).camera();
    const { results } = result(await post([row({ camera_id: theirs.id }), row({ camera_id: "camera_unknown" })]));
    const [foreign, unknown] = results.map(({ problem }) => JSON.stringify(problem));
    expect(foreign?.replace("/alerts/0/", "/alerts/1/")).toBe(unknown);
    expect(await stored()).toEqual({ alerts: 0, events: 0 });
  });

  it("rejects rows for an archived camera", async () => {
    const archived = await organization.camera({ archivedAt: new Date() });
    const { results } = result(await post([row({ camera_id: archived.id }), row({ camera_id: archived.externalId })]));
    expect(results.map(({ problem }) => problem?.code)).toEqual(["unknown_camera", "unknown_camera"]);
  });

  it("counts rows with the same dedup key as occurrences of one open alert", async () => {
    const at = (minute: number) => `2026-01-31T12:0${minute}:00.000Z`;
    const keyed = (key: string, minute: number, fields: object = {}) =>
      row({ dedup_key: key, occurred_at: at(minute), ...fields });
    const before = (await send(url(), "/alerts", { method: "POST", headers, body: keyed("old", 5) })).json as Alert;
    const reply = result(
      await post([
        keyed("new", 3, { severity: "low" }),
        keyed("old", 1),
        keyed("closed", 0, { status: "resolved" }),
        keyed("closed", 1),
        keyed("closed", 2, { status: "dismissed" }),
        keyed("new", 1, { severity: "critical" }),
        keyed("new", 4, { camera_id: "stranger" }),
        keyed("old", 9),
        keyed("new", 4),
      ]),
    );
    const seen = reply.results.map(({ status, alert }) => [status, alert?.deduplicated, alert?.occurrence_count]);
    expect(seen).toEqual([
      [201, undefined, 1],
      [200, true, 2],
      [201, undefined, 1],
      [201, undefined, 1],
      [200, true, 2],
      [200, true, 2],
      [422, undefined, undefined],
      [200, true, 3],
      [200, true, 3],
    ]);
    expect(reply).toMatchObject({ succeeded: 8, failed: 1 });
    const id = (index: number) => reply.results[index]?.alert?.id;
    expect([id(5), id(8)]).toEqual([id(0), id(0)]);
    expect([id(1), id(7)]).toEqual([before.id, before.id]);
    expect(id(4)).toBe(id(3));
    const rows = (await list("?sort=created_at")).data.map((alert) => [
      alert.id,
      alert.occurrence_count,
      alert.last_occurred_at,
      alert.severity,
      alert.version,
    ]);
    expect(rows).toEqual([
      [before.id, 3, at(9), "medium", 1],
      [id(0), 3, at(4), "low", 1],
      [id(2), 1, at(0), "medium", 1],
      [id(3), 2, at(2), "medium", 1],
    ]);
    const events = await database().sql`select type, data from events
      where organization_id = ${organization.id} order by id`;
    expect(events.map(({ type, data }) => [type, data.occurrence_count])).toEqual([
      ["alert.created", undefined],
      ["alert.created", undefined],
      ["alert.reoccurred", 2],
      ["alert.created", undefined],
      ["alert.created", undefined],
      ["alert.reoccurred", 2],
      ["alert.reoccurred", 2],
      ["alert.reoccurred", 3],
      ["alert.reoccurred", 3],
    ]);
  });

  it("creates one alert per dedup key across 12 batches and 60 single creates sent concurrently", async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `k${n}`);
    const batches = Array.from({ length: 12 }, (_, n) => {
      const turned = [...keys.slice(n * 3), ...keys.slice(0, n * 3)];
      return post((n % 2 ? turned : turned.toReversed()).map((dedup_key) => row({ dedup_key })));
    });
    const singles = Array.from({ length: 60 }, (_, n) =>
      send(url(), "/alerts", { method: "POST", headers, body: row({ dedup_key: keys[n % 40] }) }),
    );
    const statuses = (await Promise.all(batches)).flatMap((reply) => result(reply).results.map(({ status }) => status));
    statuses.push(...(await Promise.all(singles)).map(({ status }) => status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(40);
    expect(statuses.filter((status) => status === 200)).toHaveLength(12 * 40 + 60 - 40);
    const { data } = await list("?limit=200");
    expect(data).toHaveLength(40);
    expect(data.reduce((sum, alert) => sum + alert.occurrence_count, 0)).toBe(12 * 40 + 60);
  });

  it(`accepts ${MAX_BATCH_ROWS} rows and rejects the whole request for more, none, or a non-list`, async () => {
    expect(result(await post(rowsOf(MAX_BATCH_ROWS)))).toMatchObject({ succeeded: MAX_BATCH_ROWS });
    for (const alerts of [rowsOf(MAX_BATCH_ROWS + 1), [], row(), null, undefined]) {
      const reply = await post(alerts);
      expect(reply.status).toBe(422);
      expect(reply.json).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/alerts" }] });
    }
    expect(await stored()).toEqual({ alerts: MAX_BATCH_ROWS, events: MAX_BATCH_ROWS });
  });

  it("rejects rows that are not objects or lack required fields", async () => {
    const { results } = result(await post([null, 7, "x", [], {}, row()]));
    expect(results.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 201]);
    expect(results[4]?.problem?.errors).toMatchObject([
      { pointer: "/alerts/4/camera_id", code: "required" },
      { pointer: "/alerts/4/use_case", code: "required" },
    ]);
  });

  it("accepts a 2 MB body and rejects a larger one", async () => {
    const body = (bytes: number) => {
      const text = JSON.stringify({ alerts: [row()] });
      return text + " ".repeat(bytes - text.length);
    };
    const sent = (bytes: number) =>
      send(url(), "/alerts/batch", {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: body(bytes),
      });
    expect((await sent(MAX_BATCH_BODY_BYTES)).status).toBe(200);
    const refused = await sent(MAX_BATCH_BODY_BYTES + 1);
    expect(refused.json).toMatchObject({ status: 413, code: "payload_too_large" });
    expect(await stored()).toEqual({ alerts: 1, events: 1 });
  });

  it("requires the scope alerts:write", async () => {
    const reply = await post([row()], await organization.bearer(["alerts:read", "cameras:write"]));
    expect(reply.json).toMatchObject({ code: "insufficient_scope", required_scopes: ["alerts:write"] });
    const viewer = await organization.person("viewer");
    const asViewer = { ...viewer.headers, Origin: url() };
    const call = { method: "POST", headers: asViewer, body: { alerts: [row()] } };
    expect((await send(url(), "/alerts/batch", call)).status).toBe(403);
    expect(await stored()).toEqual({ alerts: 0, events: 0 });
  });
});
