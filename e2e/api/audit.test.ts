import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { catalog } from "@/lib/api/catalog";
import type { AuditEntry } from "@/lib/audit/schema";
import { recordAudit } from "@/lib/audit/writes";
import { database } from "@/lib/db/client";
import { decodeId, encodeId, mintId, newId } from "@/lib/db/ids";
import type { Operation } from "@/lib/http/operation";
import { endKey } from "@/lib/keys/writes";
import { auditActions, auditCsvColumns } from "@/lib/values";
import { type ApiReply, send, servers } from "../fixtures/api";
import { aKey, examplePath, operationExample } from "../fixtures/examples";
import { contextOf, createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";

/** Admin operations that write no audit entry, each with the reason for the exception. */
const exceptions: Record<string, string> = {
  sendTestEmail: "it changes nothing: the caller gets an email, which is in the list of emails",
};
const changing = catalog.filter(
  ({ method, access }) => method !== "GET" && typeof access === "object" && "role" in access && access.role === "admin",
);
const [{ url: server }] = servers;

let organization: TestOrganization;
let admin: TestPerson;

beforeEach(async () => {
  organization = await createTestOrganization();
  admin = await organization.person("admin");
});

const as = ({ headers }: TestPerson) => ({ headers: { ...headers, Origin: server() } });

async function read(query = ""): Promise<AuditEntry[]> {
  const reply = await send(server(), `/audit-log${query}`, as(admin));
  expect(reply.status).toBe(200);
  return (reply.json as { data: AuditEntry[] }).data;
}

async function record(...entries: Parameters<typeof recordAudit>[2][]): Promise<void> {
  const ctx = await contextOf(admin, organization);
  for (const entry of entries) await recordAudit(ctx.db, ctx, entry);
}

describe("admin operations", () => {
  it.each(changing.map((operation) => [operation.id, operation] as const))(
    "%s records an audit entry with actor, IP address, and request ID, unless exempt",
    async (id, operation) => {
      const example = await operationExample(operation, organization, server());
      const reply = await call(operation, example);
      expect([id, reply.status, reply.status === operation.status ? "" : reply.text]).toEqual([
        id,
        operation.status,
        "",
      ]);
      const requestId = reply.headers.get("x-request-id");
      const found = (await read(`?q=${requestId}`)).filter((entry) => entry.request_id === requestId);
      if (id in exceptions) return expect(found).toEqual([]);
      expect(found.length).toBeGreaterThan(0);
      for (const entry of found) {
        expect(entry.actor).toEqual({ kind: "user", id: encodeId("user", admin.id), name: admin.name });
        expect(entry.ip).toMatch(/^(?:127\.0\.0\.1|::1)$/);
        expect(entry.target.id).toMatch(/^[a-z]+_[0-9a-z]{26}$/);
        expect(entry.target.name).toEqual(expect.any(String));
      }
    },
  );

  async function call(operation: Operation, example: Awaited<ReturnType<typeof operationExample>>): Promise<ApiReply> {
    const { method } = operation;
    return send(server(), examplePath(operation, example), { method, body: example.body, ...as(admin) });
  }

  it("have exceptions only for existing operations", () => {
    const ids = changing.map(({ id }) => id);
    expect(Object.keys(exceptions).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("roll back when the audit entry cannot be written", async () => {
    const { params } = await aKey(organization, server());
    const id = params?.id ?? "";
    // PostgreSQL can't store NUL in text. The key is revoked first, then writing its audit entry fails in the same
    // transaction.
    const ctx = { ...(await contextOf(admin, organization)), requestId: "\u0000" };
    await expect(endKey(ctx, id)).rejects.toThrow();
    const keys = await send(server(), "/keys", as(admin));
    expect((keys.json as { data: { id: string; state: string }[] }).data).toMatchObject([{ id, state: "active" }]);
    expect(await read("?action=key.revoked")).toEqual([]);
  });
});

describe("a stored audit entry", () => {
  it.each([
    ["changed", "update audit_entries set actor_name = 'Stranger'"],
    ["deleted", "delete from audit_entries"],
    ["truncated", "truncate audit_entries"],
  ])("cannot be %s, even by the table owner", async (_, statement) => {
    await record({ action: "key.created", targetId: mintId("key") });
    const [owner] = await database().db.execute(
      sql`select tableowner = current_user as owns from pg_tables where tablename = 'audit_entries'`,
    );
    expect(owner).toEqual({ owns: true });
    await expect(database().sql.query(statement)).rejects.toMatchObject({ code: "42501" });
    expect(await read()).toHaveLength(1);
  });
});

describe("the audit log", () => {
  it("lists changes newest first, with the state before and after", async () => {
    const key = { name: "Gateway", scopes: ["alerts:read"] };
    const created = await send(server(), "/keys", { method: "POST", body: key, ...as(admin) });
    const { id } = (created.json as { key: { id: string } }).key;
    await send(server(), `/keys/${id}`, { method: "PATCH", body: { name: "Gate" }, ...as(admin) });
    const [renamed, made, ...rest] = await read();
    expect(rest).toEqual([]);
    expect(made).toMatchObject({ action: "key.created", target: { id, name: "Gateway" }, before: null });
    expect(renamed).toMatchObject({
      action: "key.updated",
      actor: { kind: "user", name: admin.name },
      target: { id },
      before: { name: "Gateway" },
      after: { name: "Gate" },
    });
    expect(JSON.stringify([renamed, made])).not.toContain((created.json as { secret: string }).secret);
  });

  it("returns every entry exactly once across pages", async () => {
    const targets = Array.from({ length: 7 }, () => mintId("key"));
    await record(...targets.map((targetId) => ({ action: "key.created" as const, targetId })));
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const reply = await send(server(), `/audit-log?limit=3${cursor && `&cursor=${cursor}`}`, as(admin));
      const page = reply.json as { data: AuditEntry[]; next_cursor: string | null };
      seen.push(...page.data.map((entry) => entry.target.id));
      cursor = page.next_cursor;
      expect(reply.headers.get("link") !== null).toBe(cursor !== null);
    }
    expect(seen).toEqual(targets.toReversed());
  });

  it("filters by actor, action, target, time, and search text", async () => {
    const other = await organization.person("admin");
    const ctx = await contextOf(other, organization);
    await recordAudit(
      ctx.db,
      { ...ctx, actor: { ...ctx.actor, name: "Ingrid" } },
      { action: "app.deleted", targetId: "app_1" },
    );
    await record(
      { action: "key.created", targetId: "key_1", targetName: "Gate 50%" },
      { action: "key.revoked", targetId: "key_1", targetName: "Gate 50%" },
      { action: "member.left", targetId: "user_1", targetName: "Gate 505" },
    );
    const found = async (query: string) => (await read(`?${query}`)).map(({ action }) => action);
    expect(await found(`actor_id=${encodeId("user", other.id)}`)).toEqual(["app.deleted"]);
    expect(await found("action=key.created,member.left")).toEqual(["member.left", "key.created"]);
    expect(await found("target_id=key_1")).toEqual(["key.revoked", "key.created"]);
    expect(await found("q=INGRID")).toEqual(["app.deleted"]);
    expect(await found(`q=${encodeURIComponent("50%")}`)).toEqual(["key.revoked", "key.created"]);
    expect(await found(`q=${ctx.requestId}`)).toEqual(["app.deleted"]);
    const [latest] = await read("?action=member.left");
    const moment = latest?.created_at ?? "";
    expect(await found(`created_after=${moment}&action=member.left`)).toEqual(["member.left"]);
    expect(await found(`created_before=${moment}&action=member.left`)).toEqual([]);
  });

  it("excludes other organizations' entries", async () => {
    await record({ action: "key.created", targetId: "key_1" });
    const stranger = await (await createTestOrganization()).person("admin");
    const reply = await send(server(), "/audit-log?target_id=key_1", as(stranger));
    expect(reply.json).toMatchObject({ data: [], has_more: false });
  });

  it("keeps entries from the same millisecond in order", async () => {
    const ctx = await contextOf(admin, organization);
    const targets = Array.from({ length: 50 }, (_, index) => `key_${index}`);
    await ctx.db.transaction(async (tx) => {
      for (const targetId of targets) await recordAudit(tx, ctx, { action: "key.created", targetId });
    });
    expect((await read()).map((entry) => entry.target.id)).toEqual(targets.toReversed());
  });
});

describe("the audit log export", () => {
  it("contains every matching entry, one per line", async () => {
    const ctx = await contextOf(admin, organization);
    const ids = Array.from({ length: 450 }, () => newId());
    const rows = ids.map((id) => ({ id, target: `key_${id}` }));
    await ctx.db.execute(sql`
      insert into audit_entries (organization_id, id, action, actor_kind, actor_id, actor_name, target_id)
      select ${organization.id}::uuid, n.id, 'key.created', 'user', ${admin.id}::uuid, 'Ingrid', n.target
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, target text)`);
    await record({ action: "key.revoked", targetId: "key_1" });
    const reply = await send(server(), "/audit-log/export?action=key.created", as(admin));
    expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(reply.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="${organization.slug}-audit-log-\\d{8}T\\d{6}Z\\.csv"$`),
    );
    const [names, ...lines] = reply.text.trimEnd().split("\r\n");
    expect(names).toBe(auditCsvColumns.join(","));
    expect(lines.map((line) => decodeId("audit", line.split(",")[0] ?? ""))).toEqual(ids.toReversed());
  });

  it("escapes values that a spreadsheet would run as formulas", async () => {
    await record({
      action: "key.updated",
      targetId: "key_1",
      targetName: '=HYPERLINK("http://evil.example","x")',
      before: { name: "@SUM(1)" },
    });
    const { text } = await send(server(), "/audit-log/export", as(admin));
    expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")",`);
    expect(text).toContain('"{""name"":""@SUM(1)""}"');
  });

  it("defines each audit action once", () => {
    expect(new Set(auditActions).size).toBe(auditActions.length);
  });
});
