import { beforeAll, describe, expect, it } from "vitest";
import type { Alert } from "@/lib/alerts/schema";
import { database } from "@/lib/db/client";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

describe("idempotency", () => {
  let organization: TestOrganization;
  let headers: Record<string, string>;
  let camera: { externalId: string };
  const url = servers[0].url;

  beforeAll(async () => {
    organization = await createTestOrganization();
    headers = await organization.bearer();
    camera = await organization.camera();
  });

  const create = (key: string, fields: object = {}, path = "/alerts", of = headers) => {
    const body = { camera_id: camera.externalId, use_case: "idempotent", status: "open", ...fields };
    return send(url(), path, { method: "POST", headers: { ...of, "Idempotency-Key": key }, body });
  };
  const rows = async (title: string) => {
    const [row] = await database().sql`select count(*)::int as n from alerts
      where organization_id = ${organization.id} and title = ${title}`;
    return row?.n;
  };

  it("creates one row from 20 concurrent requests with the same key", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => create("rush", { title: "rush" })));
    expect(await rows("rush")).toBe(1);
    const codes = new Set(replies.map(({ status, json }) => (status === 201 ? 201 : (json as { code: string }).code)));
    expect([...codes].every((code) => code === 201 || code === "idempotency_in_progress")).toBe(true);
    const made = new Set(replies.filter(({ status }) => status === 201).map(({ text }) => text));
    expect(made.size).toBe(1);
    for (const reply of replies.filter(({ status }) => status === 409))
      expect(reply.headers.get("retry-after")).toBe("1");
  });

  it("rejects a key that another person in the organization used", async () => {
    const [one, other] = [await organization.person("viewer"), await organization.person("viewer")];
    const leave = (who: typeof one) =>
      send(url(), "/members/leave", {
        method: "POST",
        headers: { ...who.headers, Origin: url(), "Idempotency-Key": "leave" },
      });
    expect((await leave(one)).status).toBe(204);
    expect(await leave(other)).toMatchObject({ status: 422, json: { code: "idempotency_key_reused" } });
  });

  it("creates one organization per person for the same key", async () => {
    const [one, other] = [await organization.person("viewer"), await organization.person("viewer")];
    const found = ({ headers: session }: typeof one) =>
      send(url(), "/organizations", {
        method: "POST",
        headers: { ...session, Origin: url(), "Idempotency-Key": "found" },
        body: { name: "Twice" },
      });
    const replies = [await found(one), await found(one), await found(other)];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(replies.map((reply) => reply.headers.get("idempotent-replayed"))).toEqual([null, "true", null]);
    const [first, again, theirs] = replies.map(({ json }) => (json as { slug: string }).slug);
    expect(again).toBe(first);
    expect(theirs).not.toBe(first);
    const [row] = await database().sql`select count(*)::int as n from memberships where user_id = ${one.id}`;
    expect(row?.n).toBe(2);
  });

  it("replays the stored response and marks it as replayed", async () => {
    const first = await create("again", { title: "again" });
    const second = await create("again", { title: "again" });
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect([second.status, second.text, second.headers.get("location")]).toEqual([
      201,
      first.text,
      first.headers.get("location"),
    ]);
    expect(await rows("again")).toBe(1);
  });

  it("rejects a key reused with a different body or path", async () => {
    await create("taken");
    expect((await create("taken", { title: "other" })).json).toMatchObject({
      status: 422,
      code: "idempotency_key_reused",
    });
    const elsewhere = await send(url(), "/cameras", {
      method: "POST",
      headers: { ...headers, "Idempotency-Key": "taken" },
      body: { name: "x" },
    });
    expect(elsewhere.json).toMatchObject({ code: "idempotency_key_reused" });
  });

  it("accepts a corrected request with the key of a rejected one", async () => {
    expect((await create("fixed", { severity: "bad" })).status).toBe(422);
    expect((await create("fixed", { camera_id: "nowhere" })).status).toBe(422);
    expect((await create("fixed")).status).toBe(201);
  });

  it("scopes keys to the organization", async () => {
    const stranger = await createTestOrganization();
    await stranger.camera({ externalId: camera.externalId });
    await create("shared");
    const theirs = await create("shared", {}, "/alerts", await stranger.bearer());
    expect([theirs.status, theirs.headers.get("idempotent-replayed")]).toEqual([201, null]);
  });

  it("stores responses encrypted", async () => {
    await create("sealed", { title: "a title that is sealed" });
    const stored = await database().sql`select row_to_json(i)::text || encode(body, 'escape') as text
      from idempotency_keys i where organization_id = ${organization.id} and key = 'sealed'`;
    expect(stored).toHaveLength(1);
    expect(stored[0]?.text).not.toContain("a title that is sealed");
  });

  it("expires keys after a day", async () => {
    const first = (await create("old")).json as Alert;
    await database().sql`update idempotency_keys set created_at = now() - interval '25 hours'
      where organization_id = ${organization.id} and key = 'old'`;
    expect(((await create("old")).json as Alert).id).not.toBe(first.id);
  });

  it.each(["", "x".repeat(256), "a b"])("rejects the key %j", async (key) => {
    expect((await create(key)).status).toBe(400);
  });
});
