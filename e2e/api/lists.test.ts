import { beforeAll, describe, expect, it } from "vitest";
import { openSession } from "@/lib/auth/session";
import { database } from "@/lib/db/client";
import { newId, timeOfId } from "@/lib/db/ids";
import { requests } from "@/lib/db/tables/records";
import { send, servers } from "../fixtures/api";
import { consent, makeApp } from "../fixtures/oauth";
import { createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";

const [{ url }] = servers;
const ROWS = 5;

interface List {
  data: { id: string }[];
  has_more: boolean;
  next_cursor: string | null;
  total?: number;
}

interface Place {
  organization: TestOrganization;
  admin: TestPerson;
}

const as = ({ admin }: Place, method: string, path: string, body?: unknown) =>
  send(url(), path, { method, headers: { ...admin.headers, Origin: url() }, body });

async function times(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 1) await make(n);
}

/** Inserts an entry into the request log. Every other entry is a rejected request. */
async function logRequest({ organization }: Place, n: number): Promise<void> {
  const id = newId();
  const line = { method: "GET", route: "/alerts", target: "/api/v1/alerts", durationMs: 3, createdAt: timeOfId(id) };
  const credential = { credentialKind: "api_key" as const, credentialId: newId() };
  const status = n % 2 === 0 ? 200 : 422;
  await database()
    .db.insert(requests)
    .values({ organizationId: organization.id, id, ...line, ...credential, status });
}

/** The lists in the portal by API path. `add` creates a row, and `filter` excludes some rows. */
const lists: Record<string, { add: (place: Place, n: number) => Promise<unknown>; filter?: string }> = {
  "/keys": {
    add: async (place, n) => {
      const made = await as(place, "POST", "/keys", { name: `Key ${n}`, scopes: ["alerts:read"] });
      const { key } = made.json as { key: { id: string } };
      if (n % 2 === 0) await as(place, "POST", `/keys/${key.id}/revoke`);
    },
  },
  "/oauth/apps": { add: ({ organization }) => makeApp(organization, url()) },
  "/oauth/grants": {
    add: async ({ organization }) => consent(organization, url(), await makeApp(organization, url())),
  },
  "/members": { add: ({ organization }) => organization.person("viewer") },
  "/invitations": {
    add: (place) => as(place, "POST", "/invitations", { email: `invited-${newId()}@example.test`, role: "viewer" }),
  },
  "/account/sessions": { add: ({ admin }) => openSession(admin.id, { ip: null, userAgent: "elsewhere" }) },
  "/audit-log": {
    add: (place, n) => as(place, "PATCH", "/organization", n === 0 ? { api_access: false } : { name: `Name ${n}` }),
    filter: "action=organization.updated",
  },
  "/emails": { add: (place) => as(place, "POST", "/emails/test"), filter: "state=waiting" },
  "/requests": { add: logRequest, filter: "status=4xx" },
};

describe.each(Object.entries(lists))("GET %s", (path, { add, filter }) => {
  let place: Place;
  let whole: List;
  const read = async (query: string) => (await as(place, "GET", `${path}?${query}`)).json as List;

  beforeAll(async () => {
    const organization = await createTestOrganization();
    place = { organization, admin: await organization.person("admin") };
    await times(ROWS, (n) => add(place, n));
    whole = await read("limit=200");
  });

  it("returns every row once, page by page", async () => {
    expect(whole).toMatchObject({ has_more: false, next_cursor: null });
    expect(whole.data.length).toBeGreaterThanOrEqual(ROWS);
    const ids: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const reply = await as(place, "GET", `${path}?limit=2${cursor && `&cursor=${cursor}`}`);
      const page = reply.json as List;
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
      expect(page.has_more).toBe(cursor !== null);
      const link = reply.headers.get("link");
      if (cursor === null) expect(link).toBeNull();
      else expect(link).toContain(`/api/v1${path}?limit=2&cursor=${cursor}>; rel="next"`);
    }
    expect(ids).toEqual(whole.data.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("returns the total number of matches on request, regardless of page", async () => {
    expect(whole).not.toHaveProperty("total");
    expect(await read("limit=1&include_total=true")).toMatchObject({ total: whole.data.length });
    if (filter === undefined) return;
    const { data } = await read(filter);
    expect(data.length).toBeGreaterThan(0);
    const first = await read(`${filter}&limit=1&include_total=true`);
    expect(first.total).toBe(data.length);
    if (first.next_cursor === null) return;
    const second = await read(`${filter}&limit=1&include_total=true&cursor=${first.next_cursor}`);
    expect(second.total).toBe(data.length);
  });

  it("rejects a page size over 200 and another organization's cursor", async () => {
    expect((await as(place, "GET", `${path}?limit=201`)).status).toBe(422);
    const { next_cursor } = await read("limit=1");
    const stranger = await createTestOrganization();
    const elsewhere = { organization: stranger, admin: await stranger.person("admin") };
    const reply = await as(elsewhere, "GET", `${path}?limit=1&cursor=${next_cursor}`);
    expect([reply.status, reply.json]).toMatchObject([400, { code: "invalid_cursor" }]);
  });
});
