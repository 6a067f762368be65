import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Alert, AlertBatchUpdateResult, AlertList } from "@/lib/alerts/schema";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { MAX_TAGS, MAX_UPDATED_IDS } from "@/lib/limits";
import { partnerPerTest } from "../fixtures/alerts";
import { send, servers } from "../fixtures/api";
import { createTestOrganization } from "../fixtures/organization";

const url = servers[0].url;
const UNKNOWN = "alert_01k9t0w5a7f0gs3m5h1v2c4x6z";
const { partner, call, create, createMany, read, patch, timeline, member } = partnerPerTest(url);

const batch = async (body: object, extra: Record<string, string> = {}) => {
  const reply = await call("POST", "/alerts/batch-update", body, extra);
  expect({ status: reply.status, text: reply.status === 200 ? "" : reply.text }).toEqual({ status: 200, text: "" });
  return reply.json as AlertBatchUpdateResult;
};
const refused = async (body: object) => (await call("POST", "/alerts/batch-update", body)).json;

describe("a batch update of alerts", () => {
  it("returns a result per alert in request order and records each in its timeline", async () => {
    const [open, done, acknowledged] = [
      await create(),
      await create({ status: "resolved" }),
      await create({ status: "acknowledged" }),
    ] as const;
    const stranger = await createTestOrganization();
    const theirs = await send(url(), "/alerts", {
      method: "POST",
      headers: await stranger.bearer(),
      body: { camera_id: (await stranger.camera()).externalId, use_case: "x", status: "open" },
    });
    const foreign = (theirs.json as Alert).id;
    const ids = [done.id, open.id, foreign, acknowledged.id, UNKNOWN, "camera_1", open.id];
    const reply = await batch({ ids, change: { status: "acknowledged" }, comment: "shift change" });
    expect(reply).toMatchObject({ succeeded: 3, failed: 4, has_more: false, next_cursor: null });
    expect(reply.results.map(({ index, id, status, problem }) => [index, id, status, problem?.code])).toEqual([
      [0, done.id, 409, "invalid_transition"],
      [1, open.id, 200, undefined],
      [2, foreign, 404, "not_found"],
      [3, acknowledged.id, 200, undefined],
      [4, UNKNOWN, 404, "not_found"],
      [5, undefined, 422, "validation_failed"],
      [6, open.id, 200, undefined],
    ]);
    expect(reply.results[0]?.problem).toMatchObject({ from: "resolved", to: "acknowledged", allowed: ["open"] });
    expect(reply.results[5]?.problem).toMatchObject({ errors: [{ pointer: "/ids/5" }] });
    expect(reply.results[1]?.alert).toEqual(await read(open.id));
    expect(await read(done.id)).toEqual(done);
    expect((await timeline(open.id)).at(-1)).toMatchObject({
      type: "alert.status_changed",
      changes: { status: { from: "open", to: "acknowledged" } },
      comment: "shift change",
    });
    expect((await timeline(acknowledged.id)).at(-1)).toMatchObject({ changes: {}, comment: "shift change" });
    expect(await timeline(done.id)).toHaveLength(1);
    expect((await read(acknowledged.id)).version).toBe(1);
  });

  it("changes each alert exactly as a single update would", async () => {
    const { id: assignee } = await member();
    const change = {
      status: "dismissed",
      severity: "low",
      assignee_id: assignee,
      tags: ["x", "y"],
      disposition: "false_positive",
      disposition_reason: "=HYPERLINK \u202e",
    };
    const [one, other] = await createMany(2, { tags: ["old"], metadata: { ü: [null, { a: 1 }] } });
    const [alone] = [(await patch(one?.id ?? "", change)).json as Alert];
    const [together] = (await batch({ ids: [other?.id], change })).results;
    const shared = ({
      id: _id,
      created_at: _c,
      updated_at: _u,
      occurred_at: _o,
      last_occurred_at: _l,
      resolved_at: _r,
      ...rest
    }: Alert) => rest;
    expect(together?.alert && shared(together.alert)).toEqual(shared(alone));
    const [a, b] = [await timeline(alone.id), await timeline(other?.id ?? "")];
    expect(b.at(-1)?.changes).toEqual(a.at(-1)?.changes);
  });

  it("adds and removes tags without touching others, and rejects too many tags", async () => {
    const full = Array.from({ length: MAX_TAGS }, (_, n) => `t${n}`);
    const [few, many] = [await create({ tags: ["a", "b"] }), await create({ tags: full })];
    const { results } = await batch({
      ids: [few.id, many.id],
      change: { add_tags: ["c", "a"], remove_tags: ["b"] },
    });
    expect(results).toMatchObject([
      { status: 200, alert: { tags: ["a", "c"] } },
      { status: 422, problem: { errors: [{ pointer: "/change/add_tags" }] } },
    ]);
    expect(await read(many.id)).toEqual(many);
  });

  it.each([
    ["neither ids nor filter", { change: { status: "open" } }, "/ids"],
    ["both", { ids: [UNKNOWN], filter: { status: ["open"] }, change: { status: "open" } }, "/ids"],
    ["no id", { ids: [], change: { status: "open" } }, "/ids"],
    ["too many ids", { ids: Array(MAX_UPDATED_IDS + 1).fill(UNKNOWN), change: { status: "open" } }, "/ids"],
    ["a filter that filters nothing", { filter: {}, change: { status: "open" } }, "/filter"],
    ["a search for nothing, which every alert matches", { filter: { q: "" }, change: { status: "open" } }, "/filter"],
    ["an unknown filter", { filter: { state: ["open"] }, change: { status: "open" } }, "/filter/state"],
    ["a change of nothing", { ids: [UNKNOWN], change: {} }, "/change"],
    ["an unknown status", { ids: [UNKNOWN], change: { status: "closed" } }, "/change/status"],
    ["tags set and added", { ids: [UNKNOWN], change: { tags: ["a"], add_tags: ["b"] } }, "/change/tags"],
    ["a title", { ids: [UNKNOWN], change: { title: "x" } }, "/change/title"],
    ["a cursor without a filter", { ids: [UNKNOWN], cursor: "abc", change: { status: "open" } }, "/cursor"],
  ])("is rejected as a whole with %s", async (_, body, pointer) => {
    const problem = await refused(body);
    expect(problem).toMatchObject({ code: "validation_failed" });
    expect((problem as { errors: { pointer: string }[] }).errors.map((error) => error.pointer)).toContain(pointer);
  });

  it("is rejected as a whole, changing nothing, for an assignee who is not a member", async () => {
    const alerts = await createMany(3);
    const change = { assignee_id: "user_01k9t0w5a7f0gs3m5h1v2c4x6z", severity: "low" };
    expect(await refused({ ids: alerts.map(({ id }) => id), change })).toMatchObject({
      errors: [{ pointer: "/change/assignee_id", code: "not_a_member" }],
    });
    for (const alert of alerts) expect(await read(alert.id)).toEqual(alert);
  });

  it("releases and reclaims dedup keys exactly like a single update", async () => {
    const keyed = await create({ dedup_key: "gate" });
    const other = await create({ dedup_key: "door" });
    const ids = [keyed.id, other.id];
    await batch({ ids, change: { status: "resolved" } });
    const fresh = await create({ dedup_key: "gate" });
    expect(fresh.id).not.toBe(keyed.id);
    const { results } = await batch({ ids, change: { status: "open" } });
    expect(results).toMatchObject([
      { status: 409, problem: { code: "conflict" } },
      { status: 200, alert: { status: "open" } },
    ]);
    expect(await create({ dedup_key: "door" })).toMatchObject({ id: other.id, deduplicated: true });
    expect(await create({ dedup_key: "gate" })).toMatchObject({ id: fresh.id, deduplicated: true });
  });

  it("reopens only one of two alerts sharing a dedup key, and releases keys when rejected", async () => {
    const first = await create({ dedup_key: "gate" });
    await patch(first.id, { status: "resolved" });
    const second = await create({ dedup_key: "gate", tags: Array.from({ length: MAX_TAGS }, (_, n) => `t${n}`) });
    await patch(second.id, { status: "resolved" });
    const refusedTags = await batch({ ids: [second.id], change: { status: "open", add_tags: ["more"] } });
    expect(refusedTags.results).toMatchObject([{ status: 422 }]);
    const { results } = await batch({ ids: [second.id, first.id], change: { status: "open" } });
    expect(results.map(({ status }) => status)).toEqual([409, 200]);
    expect(await create({ dedup_key: "gate" })).toMatchObject({ id: first.id });
  });

  it("updates every alert that matches a filter exactly once across pages", async () => {
    const marked = await createMany(MAX_UPDATED_IDS + 20, { severity: "high" });
    const other = await create({ severity: "low" });
    const body = {
      filter: { severity: ["high"], created_before: "2099-01-01T00:00:00Z" },
      change: { add_tags: ["night"] },
    };
    const first = await batch(body);
    expect(first).toMatchObject({ succeeded: MAX_UPDATED_IDS, failed: 0, has_more: true });
    const rest = await batch({ ...body, cursor: first.next_cursor });
    expect(rest).toMatchObject({ succeeded: 20, failed: 0, has_more: false, next_cursor: null });
    expect([...first.results, ...rest.results].map(({ id }) => id)).toEqual(marked.map(({ id }) => id));
    expect([...first.results, ...rest.results].every(({ alert }) => alert?.tags.includes("night"))).toBe(true);
    expect(await read(other.id)).toEqual(other);
    const another = { ...body, filter: { severity: ["low"] }, cursor: first.next_cursor };
    expect(await refused(another)).toMatchObject({ code: "invalid_cursor" });
  });

  it("does not match another organization's alerts by filter", async () => {
    await create({ tags: ["ours"] });
    const theirs = await (await createTestOrganization()).bearer();
    const reply = await send(url(), "/alerts/batch-update", {
      method: "POST",
      headers: theirs,
      body: { filter: { tag: ["ours"] }, change: { status: "dismissed" } },
    });
    expect(reply.json).toMatchObject({ results: [], succeeded: 0, failed: 0, has_more: false });
    expect(((await call("GET", "/alerts?status=dismissed")).json as AlertList).data).toEqual([]);
  });

  it("runs once per Idempotency-Key", async () => {
    const ids = (await createMany(5)).map(({ id }) => id);
    const body = { ids, change: { status: "acknowledged" }, comment: "once" };
    const first = await batch(body, { "Idempotency-Key": "b1" });
    const again = await call("POST", "/alerts/batch-update", body, { "Idempotency-Key": "b1" });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.json).toEqual(first);
    for (const id of ids) expect(await timeline(id)).toHaveLength(2);
  });

  it("is rejected for viewers and for keys that can only read", async () => {
    const { id } = await create();
    const body = { ids: [id], change: { status: "dismissed" } };
    const viewer = await member("viewer");
    const asViewer = { method: "POST", headers: viewer.headers, body };
    expect((await send(url(), "/alerts/batch-update", asViewer)).json).toMatchObject({ code: "forbidden" });
    const reading = { method: "POST", headers: await partner.organization.bearer(["alerts:read"]), body };
    expect((await send(url(), "/alerts/batch-update", reading)).json).toMatchObject({ code: "insufficient_scope" });
    expect((await read(id)).status).toBe("open");
  });

  it("handles concurrent updates and creates of the same alerts without server errors or lost transitions", async () => {
    const keys = ["k1", "k2", "k3", "k4", "k5"];
    const alerts = await Promise.all(keys.map((dedup_key) => create({ dedup_key })));
    const plain = await createMany(5);
    const ids = [...alerts, ...plain].map(({ id }) => id);
    const moves = ["resolved", "open", "acknowledged", "dismissed"];
    const work = Array.from({ length: 60 }, (_, n) => {
      const order = n % 2 ? ids : ids.toReversed();
      if (n % 3 === 0) return call("POST", "/alerts/batch-update", { ids: order, change: { status: moves[n % 4] } });
      if (n % 3 === 1) return patch(order[n % 10] ?? "", { status: moves[n % 4] });
      const body = { camera_id: partner.camera.externalId, use_case: "x", status: "open", dedup_key: keys[n % 5] };
      return call("POST", "/alerts", body);
    });
    const faults = (await Promise.all(work)).filter(({ status }) => status >= 500);
    expect(faults.map(({ text }) => text)).toEqual([]);
    for (const id of ids) {
      let status: unknown = "open";
      for (const { changes } of await timeline(id)) {
        if (!changes.status) continue;
        expect(changes.status.from).toBe(status);
        status = changes.status.to;
      }
      expect(status).toBe((await read(id)).status);
    }
    const held = await database().sql`select k.dedup_key, a.status from open_dedup_keys k
      full join alerts a on a.organization_id = k.organization_id and a.id = k.alert_id
      where coalesce(a.organization_id, k.organization_id) = ${partner.organization.id}
        and (a.dedup_key is not null or k.alert_id is not null)`;
    for (const { dedup_key, status } of held)
      expect(dedup_key !== null).toBe(["open", "acknowledged"].includes(status));
  });

  it("releases the dedup_key of an alert that is deleted while reopening", async () => {
    const gone = await create({ status: "resolved", dedup_key: "dock" });
    let reopening: ReturnType<typeof batch> | undefined;
    await database().db.transaction(async (tx) => {
      await tx.execute(sql`delete from alerts where id = ${decodeId("alert", gone.id)}::uuid`);
      reopening = batch({ ids: [gone.id], change: { status: "open" } });
      await sleep(300);
    });
    expect((await reopening)?.results).toMatchObject([{ status: 404 }]);
    expect(await create({ dedup_key: "dock" })).toMatchObject({ dedup_key: "dock", occurrence_count: 1 });
  });
});
