import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { catalog } from "@/lib/api/catalog";
import { database } from "@/lib/db/client";
import { hasRole } from "@/lib/http/access";
import type { Operation } from "@/lib/http/operation";
import { type Role, roleScopes, roles, scopes } from "@/lib/values";
import { type ApiReply, send, servers } from "../fixtures/api";
import { type Example, exampleBody, examplePath, isPublic, needsPerson, operationExample } from "../fixtures/examples";
import { appToken, makeApp } from "../fixtures/oauth";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const [{ url }, { url: otherUrl }] = servers;

/** The kinds of caller. `token` is an access token that the organization's own app requested for itself. */
const callers = [...roles, "stranger", "key", "token", "visitor"] as const;
type CallerKind = (typeof callers)[number];
type Verdict = "ok" | 401 | 403;

const isRole = (caller: CallerKind): caller is Role => roles.some((role) => role === caller);
const isMachine = (caller: CallerKind) => caller === "key" || caller === "token";

/** Returns the documented outcome for a caller that has every permission available to its kind. */
function declared({ access, form }: Operation, caller: CallerKind): Verdict {
  // The OAuth endpoints accept only app credentials. They treat any other credential as an invalid client.
  if (access === "public") return form && isMachine(caller) ? 401 : "ok";
  if (caller === "visitor") return 401;
  if (access === "person") return isMachine(caller) ? 403 : "ok";
  if (caller === "stranger") return 403;
  if (access === "any") return "ok";
  if ("scope" in access) return !isRole(caller) || roleScopes[caller].includes(access.scope) ? "ok" : 403;
  return isRole(caller) && hasRole(caller, access.role) ? "ok" : 403;
}

async function headersOf(caller: CallerKind, organization: TestOrganization): Promise<Record<string, string>> {
  if (caller === "visitor") return {};
  if (caller === "key") return organization.bearer(scopes);
  if (caller === "token")
    return {
      Authorization: `Bearer ${await appToken(url(), await makeApp(organization, url(), { scopes: [...scopes] }))}`,
    };
  if (isRole(caller)) return (await organization.person(caller)).headers;
  const { headers } = await (await createTestOrganization()).person("admin");
  return { ...headers, "Sightline-Organization": organization.slug };
}

function call(
  operation: Operation,
  example: Example,
  headers: Record<string, string>,
  server = url(),
): Promise<ApiReply> {
  const { method } = operation;
  return send(server, examplePath(operation, example), {
    method,
    body: exampleBody(example),
    headers: { ...headers, Origin: server },
  });
}

const found = new Map<string, Map<CallerKind, Verdict | number>>();

afterAll(() => {
  const width = Math.max(...catalog.map(({ id }) => id.length)) + 1;
  const cell = (text: string | number | undefined) => String(text ?? "-").padEnd(9);
  const lines = catalog.map(
    ({ id }) => id.padEnd(width) + callers.map((caller) => cell(found.get(id)?.get(caller))).join(""),
  );
  const checks = [...found.values()].reduce((sum, row) => sum + row.size, 0);
  console.log(
    [`role × operation: ${checks} checks`, " ".repeat(width) + callers.map(cell).join(""), ...lines].join("\n"),
  );
});

describe("access to operations", () => {
  it.each(catalog.map((operation) => [operation.id, operation] as const))(
    "%s accepts and rejects each kind of caller as declared",
    async (id, operation) => {
      const row = new Map<CallerKind, Verdict | number>();
      found.set(id, row);
      for (const caller of callers) {
        const organization = await createTestOrganization();
        const example = await operationExample(operation, organization, url());
        const expected = declared(operation, caller);
        const isOwner = example.headers && expected === "ok";
        const headers = isOwner ? example.headers : await headersOf(caller, organization);
        const reply = await call(operation, example, headers ?? {});
        const isSuccess = [operation.status, operation.otherStatus?.status].includes(reply.status);
        row.set(caller, isSuccess ? "ok" : reply.status);
        const { code } = (reply.json ?? {}) as { code?: string };
        const codes = { ok: "", 401: "unauthenticated", 403: "forbidden" } as const;
        const expectedCode = codes[expected];
        const { protocol } = operation;
        expect({ caller, verdict: row.get(caller), code: isSuccess ? "" : code }).toEqual({
          caller,
          verdict: protocol && expectedCode ? protocol.statusOf(expectedCode) : expected,
          code: protocol && expectedCode ? undefined : expectedCode,
        });
      }
    },
    60_000,
  );
});

describe("audit entries for requests rejected by role", () => {
  const adminOnly = catalog.filter((operation) => declared(operation, "support") === 403 && !isPublic(operation));

  async function entriesOf(organization: TestOrganization, atLeast: number) {
    for (let tries = 0; ; tries += 1) {
      const rows = await database().sql`
        select actor_id, actor_name, actor_kind, target_id, target_name, ip, request_id, before, after from audit_entries
        where organization_id = ${organization.id} and action = 'access.refused' order by id`;
      if (rows.length >= atLeast || tries === 100) return rows;
      await sleep(20);
    }
  }

  /**
   * Returns all entries that earlier requests caused. Entries are written after the reply, in request order. A
   * final rejected request to each server, from a new person, marks the end.
   */
  async function entriesUntilNow(organization: TestOrganization) {
    const last = await Promise.all(
      [url(), otherUrl()].map(async (server) => {
        const person = await organization.person("viewer");
        await send(server, "/keys", { headers: person.headers });
        return person.id;
      }),
    );
    const isLast = ({ actor_id }: { actor_id?: string }) => last.some((id) => id === actor_id);
    for (;;) {
      const rows = await entriesOf(organization, 0);
      if (rows.filter(isLast).length === last.length) return rows.filter((row) => !isLast(row));
      await sleep(20);
    }
  }

  it.each(adminOnly.map((operation) => [operation.id, operation] as const))(
    "are written for %s",
    async (id, operation) => {
      const organization = await createTestOrganization();
      const example = await operationExample(operation, organization, url());
      const person = await organization.person("support");
      const reply = await call(operation, example, person.headers);
      expect(reply.status).toBe(403);
      expect(await entriesOf(organization, 1)).toMatchObject([
        {
          actor_id: person.id,
          actor_name: person.name,
          actor_kind: "user",
          target_id: id,
          target_name: `${operation.method} ${operation.path}`,
          request_id: reply.headers.get("x-request-id"),
          before: null,
          after: null,
        },
      ]);
    },
  );

  it("are limited to one per person, operation and minute across servers", async () => {
    const organization = await createTestOrganization();
    const person = await organization.person("viewer");
    const other = await organization.person("viewer");
    const untilNextMinute = 60_000 - (Date.now() % 60_000);
    if (untilNextMinute < 5_000) await sleep(untilNextMinute + 100);
    for (const { headers } of [person, other]) {
      const calls = Array.from({ length: 20 }, (_, n) => [
        n % 2 ? url() : otherUrl(),
        n % 4 < 2 ? "/keys" : "/oauth/apps",
      ]);
      await Promise.all(calls.map(([server = "", path = ""]) => send(server, path, { headers })));
    }
    const rows = (await entriesUntilNow(organization)).map(({ actor_id, target_id }) => `${actor_id} ${target_id}`);
    expect(rows).toHaveLength(4);
    expect(new Set(rows).size).toBe(4);
  });

  it("are not written for API keys, allowed requests or forged origins", async () => {
    const organization = await createTestOrganization();
    const { headers } = await organization.person("admin");
    const body = { name: "Forged" };
    for (const [credentials, method] of [
      [await organization.bearer(["alerts:read"]), "GET"],
      [headers, "GET"],
      [{ ...headers, Origin: "https://evil.example" }, "POST"],
    ] as const) {
      await send(url(), "/keys", { method, headers: credentials, ...(method === "POST" && { body }) });
    }
    expect(await entriesUntilNow(organization)).toEqual([]);
  });

  it("cover every operation restricted to signed-in admins", () => {
    const forAdmins = catalog.filter((operation) => needsPerson(operation) && declared(operation, "viewer") === 403);
    expect(adminOnly.map(({ id }) => id)).toEqual(expect.arrayContaining(forAdmins.map(({ id }) => id)));
  });
});
