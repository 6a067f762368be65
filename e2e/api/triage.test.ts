import { describe, expect, it } from "vitest";
import type { Alert } from "@/lib/alerts/schema";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { partnerPerTest } from "../fixtures/alerts";
import { servers } from "../fixtures/api";

const { create, read, patch, timeline, member } = partnerPerTest(servers[0].url);

describe("an update of one alert", () => {
  it.each([
    ['"1"', 200],
    ['"0", "1"', 200],
    ["*", 200],
    ['"2"', 412],
    ['W/"1"', 412],
    ["1", 412],
    ['"0", W/"1"', 412],
  ])("answers If-Match %s with %i and the current ETag", async (tag, status) => {
    const alert = await create();
    const reply = await patch(alert.id, { severity: "low" }, { "If-Match": tag });
    expect({ status: reply.status, etag: reply.headers.get("etag") }).toEqual({
      status,
      etag: status === 200 ? '"2"' : '"1"',
    });
    if (status === 412) expect(await read(alert.id)).toEqual(alert);
  });

  it("records a lone comment in the timeline and updated_at, but keeps the version", async () => {
    const alert = await create();
    const reply = await patch(alert.id, { comment: "שומר בדרך 🚨" });
    expect(reply.json).toMatchObject({ version: 1, status: "open" });
    expect((reply.json as Alert).updated_at > alert.updated_at).toBe(true);
    expect((await timeline(alert.id)).at(-1)).toMatchObject({
      type: "alert.updated",
      changes: {},
      comment: "שומר בדרך 🚨",
    });
  });

  it("leaves the alert and timeline unchanged when it has nothing new", async () => {
    const alert = await create({ tags: ["a"], metadata: { x: 1, y: [1] }, title: "t" });
    for (const body of [
      {},
      { comment: " " },
      { status: "open", tags: ["a"], metadata: { y: [1], x: 1 }, title: "t" },
    ]) {
      expect((await patch(alert.id, body)).json).toEqual(alert);
    }
    expect(await timeline(alert.id)).toHaveLength(1);
  });

  it("can keep or remove an assignee who left, but not assign them again", async () => {
    const { id } = await member();
    const alert = await create();
    await patch(alert.id, { assignee_id: id });
    await database().sql`delete from memberships where user_id = ${decodeId("user", id)}`;
    expect((await patch(alert.id, { assignee_id: id, severity: "low" })).json).toMatchObject({ severity: "low" });
    expect((await patch(alert.id, { assignee_id: null })).json).toMatchObject({ assignee_id: null, version: 4 });
    expect((await patch(alert.id, { assignee_id: id })).json).toMatchObject({
      errors: [{ pointer: "/assignee_id", code: "not_a_member" }],
    });
  });

  it("accepts a disposition only for closed alerts and clears it on reopening", async () => {
    const alert = await create();
    for (const field of ["disposition", "disposition_reason"]) {
      expect((await patch(alert.id, { [field]: "other" })).json).toMatchObject({ errors: [{ pointer: `/${field}` }] });
      expect((await patch(alert.id, { [field]: "other", status: "acknowledged" })).status).toBe(422);
    }
    const closing = { status: "dismissed", disposition: "false_positive", disposition_reason: "a cat" };
    expect((await patch(alert.id, closing)).json).toMatchObject(closing);
    expect((await patch(alert.id, { disposition: "duplicate" })).json).toMatchObject({ disposition_reason: "a cat" });
    expect((await patch(alert.id, { status: "open", disposition: "test" })).status).toBe(422);
    expect((await patch(alert.id, { status: "open" })).json).toMatchObject({
      status: "open",
      disposition: null,
      disposition_reason: null,
      resolved_at: null,
      resolved_by: null,
    });
  });

  it("appears in the timeline in the order in which concurrent updates were applied", async () => {
    const { id } = await create();
    const moves = ["acknowledged", "open"];
    await Promise.all(Array.from({ length: 40 }, (_, n) => patch(id, { status: moves[n % 2], comment: `${n}` })));
    const told = (await timeline(id)).flatMap(({ changes }) => (changes.status ? [changes.status] : []));
    let status: unknown = "open";
    for (const { from, to } of told) {
      expect(from).toBe(status);
      status = to;
    }
    expect(status).toBe((await read(id)).status);
  });
});
