import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { alerts } from "@/lib/db/tables/alerts";
import type { ApiKey, ApiKeySecret } from "@/lib/keys/schema";
import { DAY_MS } from "@/lib/time";
import { type ApiReply, send, servers } from "../fixtures/api";
import { alertBody } from "../fixtures/examples";
import { createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";

const [{ url }] = servers;

interface Place {
  organization: TestOrganization;
  admin: TestPerson;
}

async function newPlace(): Promise<Place> {
  const organization = await createTestOrganization();
  return { organization, admin: await organization.person("admin") };
}

const as = ({ admin }: Place, method: string, path: string, body?: unknown) =>
  send(url(), path, { method, headers: { ...admin.headers, Origin: url() }, body });

async function newKey(place: Place): Promise<ApiKeySecret> {
  return (await as(place, "POST", "/keys", { name: "Gateway", scopes: ["alerts:write"] })).json as ApiKeySecret;
}

describe("rotating a key", () => {
  it.each([
    ["an empty object", {}],
    ["no body", undefined],
  ])("expires the old key after 24 hours when given %s", async (_, body) => {
    const place = await newPlace();
    const old = await newKey(place);
    const reply = await as(place, "POST", `/keys/${old.key.id}/rotate`, body);
    expect(reply.status).toBe(201);
    const { key } = reply.json as ApiKeySecret;
    const replaced = (await as(place, "GET", `/keys/${old.key.id}`)).json as ApiKey;
    expect(replaced).toMatchObject({ state: "rotating", replaced_by: key.id });
    expect(Date.parse(replaced.expires_at ?? "") - Date.parse(key.created_at)).toBeCloseTo(DAY_MS, -1);
  });

  it.each([60, -1, 604_801, "3600", null])(
    "rejects an overlap of %j seconds and changes nothing",
    async (overlap_s) => {
      const place = await newPlace();
      const { key } = await newKey(place);
      const reply = await as(place, "POST", `/keys/${key.id}/rotate`, { overlap_s });
      expect([reply.status, reply.json]).toMatchObject([422, { errors: [{ pointer: "/overlap_s" }] }]);
      expect((await as(place, "GET", `/keys/${key.id}`)).json).toMatchObject({ state: "active", replaced_by: null });
    },
  );
});

describe("writes in progress while their key is invalidated", () => {
  const WRITERS = 8;
  const WRITTEN_BEFORE = 20;
  const ends: Record<string, (place: Place, id: string) => Promise<ApiReply>> = {
    revoked: (place, id) => as(place, "POST", `/keys/${id}/revoke`),
    disabled: (place, id) => as(place, "PATCH", `/keys/${id}`, { enabled: false }),
    "rotated without overlap": (place, id) => as(place, "POST", `/keys/${id}/rotate`, { overlap_s: 0 }),
  };

  it.each(Object.keys(ends))("are stored if and only if they return 201, with the key %s", async (kind) => {
    const place = await newPlace();
    const { key, secret } = await newKey(place);
    const body = await alertBody(place.organization);
    const replies: ApiReply[] = [];
    let ended: Promise<ApiReply> | undefined;
    const write = async () => {
      for (;;) {
        const headers = { Authorization: `Bearer ${secret}` };
        const reply = await send(url(), "/alerts", { method: "POST", headers, body });
        replies.push(reply);
        if (reply.status !== 201) return;
        if (replies.length >= WRITTEN_BEFORE) ended ??= ends[kind]?.(place, key.id);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    expect((await ended)?.status).toBeLessThan(300);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(WRITERS);
    const answered = replies.flatMap(({ status, json }) => (status === 201 ? [(json as { id: string }).id] : []));
    expect(answered).toHaveLength(replies.length - WRITERS);
    const stored = await database()
      .db.select({ id: alerts.id })
      .from(alerts)
      .where(eq(alerts.organizationId, place.organization.id));
    expect(stored.map(({ id }) => encodeId("alert", id)).sort()).toEqual(answered.sort());
  });
});
