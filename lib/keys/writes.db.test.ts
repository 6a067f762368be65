import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createTestKey, decodeKeyId, isKeyAccepted, memberOfNewOrganization, setExpiry } from "@/e2e/fixtures/keys";
import { authenticateBearer } from "@/lib/auth/authenticate";
import type { Context } from "@/lib/auth/context";
import { hashKey } from "@/lib/auth/key";
import { database } from "@/lib/db/client";
import { organizations } from "@/lib/db/tables/people";
import { auditEntries, events } from "@/lib/db/tables/records";
import { MAX_ACTIVE_KEYS } from "@/lib/limits";
import { DAY_MS } from "@/lib/time";
import { scopes } from "@/lib/values";
import { readKeys } from "./reads";
import { changeKey } from "./update";
import { addKey, endKey, replaceKey } from "./writes";

const audit = (ctx: Context) =>
  database()
    .db.select({ action: auditEntries.action, before: auditEntries.before, after: auditEntries.after })
    .from(auditEntries)
    .where(eq(auditEntries.organizationId, ctx.organizationId))
    .orderBy(auditEntries.id);
const feed = (ctx: Context) =>
  database()
    .db.select({ type: events.type, data: events.data })
    .from(events)
    .where(eq(events.organizationId, ctx.organizationId))
    .orderBy(events.id);

describe("creating a key", () => {
  it("returns a working key and stores its hash instead of the secret", async () => {
    const ctx = await memberOfNewOrganization();
    const { key, secret } = await addKey(ctx, { name: "Edge", scopes: ["cameras:read", "alerts:write"] });
    expect(secret).toMatch(/^sl_key_[0-9A-Za-z]{36}$/);
    expect(key).toMatchObject({
      name: "Edge",
      start: secret.slice(0, 9),
      last_four: secret.slice(-4),
      scopes: ["alerts:write", "cameras:read"],
      state: "active",
      created_by: "Test admin",
      requests_7d: 0,
      addresses_7d: 0,
    });
    expect(await authenticateBearer(`Bearer ${secret}`)).toMatchObject({ scopes: ["alerts:write", "cameras:read"] });
    const stored = await database().db.execute(
      sql`select to_jsonb(k)::text as text from api_keys k where id = ${decodeKeyId(key.id)}`,
    );
    expect(String(stored[0]?.text)).not.toContain(secret.slice(9));
    expect(String(stored[0]?.text)).toContain(hashKey(secret));
  });

  it("defaults to expiry after 365 days and allows keys that never expire", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await createTestKey(ctx);
    expect(Date.parse(key.expires_at ?? "") - Date.parse(key.created_at)).toBeCloseTo(365 * DAY_MS, -4);
    const { key: forever } = await addKey(ctx, { name: "Forever", scopes: ["alerts:read"], expires_at: null });
    expect(forever.expires_at).toBeNull();
  });

  it("is rejected while API access is off, without storing anything", async () => {
    const ctx = await memberOfNewOrganization();
    const { db } = database();
    await db.update(organizations).set({ apiAccess: false }).where(eq(organizations.id, ctx.organizationId));
    await expect(createTestKey(ctx)).rejects.toMatchObject({ code: "api_access_disabled" });
    expect((await readKeys(ctx, { limit: 50 })).data).toEqual([]);
  });

  it("rejects scopes beyond the creator's role", async () => {
    const ctx = await memberOfNewOrganization("support");
    await expect(addKey(ctx, { name: "Sly", scopes: [...scopes] })).rejects.toMatchObject({ code: "forbidden" });
    expect((await readKeys(ctx, { limit: 50 })).data).toEqual([]);
  });

  it(`stops at ${MAX_ACTIVE_KEYS} keys, even concurrently, until one is revoked`, async () => {
    const ctx = await memberOfNewOrganization();
    const tries = await Promise.allSettled(Array.from({ length: MAX_ACTIVE_KEYS + 5 }, () => createTestKey(ctx)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_ACTIVE_KEYS);
    expect(tries.flatMap((t) => (t.status === "rejected" ? [t.reason.code] : []))).toEqual(
      Array.from({ length: 5 }, () => "limit_reached"),
    );
    const { data } = await readKeys(ctx, { limit: 50 });
    expect(data).toHaveLength(MAX_ACTIVE_KEYS);
    const [first, second] = data;
    await changeKey(ctx, first?.id ?? "", { enabled: false });
    await expect(createTestKey(ctx)).rejects.toMatchObject({ code: "limit_reached" });
    await endKey(ctx, second?.id ?? "");
    await expect(createTestKey(ctx)).resolves.toMatchObject({ key: { state: "active" } });
  });
});

describe("revoking a key", () => {
  it("takes effect immediately and is recorded once", async () => {
    const ctx = await memberOfNewOrganization();
    const { key, secret } = await createTestKey(ctx);
    const revoked = await endKey(ctx, key.id);
    expect(revoked).toMatchObject({ id: key.id, state: "revoked", revoked_at: expect.any(String) });
    expect(await isKeyAccepted(secret)).toBe(false);
    expect(await endKey(ctx, key.id)).toEqual(revoked);
    expect((await feed(ctx)).map(({ type }) => type)).toEqual(["key.created", "key.revoked"]);
    expect((await audit(ctx)).map(({ action }) => action)).toEqual(["key.created", "key.revoked"]);
  });

  it("is permanent: the key cannot be enabled, renamed or rotated", async () => {
    const ctx = await memberOfNewOrganization();
    const { key, secret } = await createTestKey(ctx);
    await endKey(ctx, key.id);
    await expect(changeKey(ctx, key.id, { enabled: true })).rejects.toMatchObject({ code: "conflict" });
    await expect(changeKey(ctx, key.id, { name: "New" })).rejects.toMatchObject({ code: "conflict" });
    await expect(replaceKey(ctx, key.id, 3_600)).rejects.toMatchObject({ code: "conflict" });
    expect(await isKeyAccepted(secret)).toBe(false);
  });

  it("cannot affect another organization's key", async () => {
    const [ctx, other] = [await memberOfNewOrganization(), await memberOfNewOrganization()];
    const { key, secret } = await createTestKey(other);
    await expect(endKey(ctx, key.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(changeKey(ctx, key.id, { name: "Mine" })).rejects.toMatchObject({ code: "not_found" });
    await expect(replaceKey(ctx, key.id, 0)).rejects.toMatchObject({ code: "not_found" });
    expect(await isKeyAccepted(secret)).toBe(true);
    expect((await readKeys(ctx, { limit: 50 })).data).toEqual([]);
  });
});

describe("rotating a key", () => {
  it("keeps the old key working until the overlap ends", async () => {
    const ctx = await memberOfNewOrganization();
    const old = await createTestKey(ctx);
    const next = await replaceKey(ctx, old.key.id, 3_600);
    expect([await isKeyAccepted(old.secret), await isKeyAccepted(next.secret)]).toEqual([true, true]);
    const { data } = await readKeys(ctx, { limit: 50 });
    const before = data.find(({ id }) => id === old.key.id);
    expect(before).toMatchObject({ state: "rotating", replaced_by: next.key.id });
    expect(Date.parse(before?.expires_at ?? "") - Date.now()).toBeCloseTo(3_600_000, -5);
    await setExpiry(old.key.id, -1);
    expect([await isKeyAccepted(old.secret), await isKeyAccepted(next.secret)]).toEqual([false, true]);
  });

  it("ends the old key immediately without an overlap", async () => {
    const ctx = await memberOfNewOrganization();
    const old = await createTestKey(ctx);
    const next = await replaceKey(ctx, old.key.id, 0);
    expect([await isKeyAccepted(old.secret), await isKeyAccepted(next.secret)]).toEqual([false, true]);
  });

  it("keeps the name, scopes and lifetime, and never extends the old key", async () => {
    const ctx = await memberOfNewOrganization();
    const soon = new Date(Date.now() + DAY_MS).toISOString();
    const old = await addKey(ctx, { name: "Short", scopes: ["events:read"], expires_at: soon });
    const next = await replaceKey(ctx, old.key.id, 604_800);
    expect(next.key).toMatchObject({ name: "Short", scopes: ["events:read"] });
    const life = Date.parse(next.key.expires_at ?? "") - Date.parse(next.key.created_at);
    expect(life).toBeCloseTo(Date.parse(soon) - Date.parse(old.key.created_at), -3);
    const { data } = await readKeys(ctx, { limit: 50 });
    expect(data.find(({ id }) => id === old.key.id)?.expires_at).toBe(soon);
  });

  it("succeeds only once, even concurrently", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await createTestKey(ctx);
    const tries = await Promise.allSettled([3_600, 0, 86_400, 604_800].map((s) => replaceKey(ctx, key.id, s as 0)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(tries.flatMap((t) => (t.status === "rejected" ? [t.reason.code] : []))).toEqual(
      Array.from({ length: 3 }, () => "conflict"),
    );
    expect((await readKeys(ctx, { limit: 50 })).data).toHaveLength(2);
  });

  it("works when the organization is at its key limit", async () => {
    const ctx = await memberOfNewOrganization();
    const made = await Promise.all(Array.from({ length: MAX_ACTIVE_KEYS }, () => createTestKey(ctx)));
    await expect(replaceKey(ctx, made[0]?.key.id ?? "", 86_400)).resolves.toMatchObject({ key: { state: "active" } });
    await expect(createTestKey(ctx)).rejects.toMatchObject({ code: "limit_reached" });
  });

  it("rejects a disabled key", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await createTestKey(ctx);
    await changeKey(ctx, key.id, { enabled: false });
    await expect(replaceKey(ctx, key.id, 3_600)).rejects.toMatchObject({ code: "conflict" });
  });

  it("records feed events and an audit entry without secrets", async () => {
    const ctx = await memberOfNewOrganization();
    const old = await createTestKey(ctx);
    const next = await replaceKey(ctx, old.key.id, 3_600);
    const told = { feed: await feed(ctx), audit: await audit(ctx) };
    expect(told.feed.map(({ type }) => type)).toEqual(["key.created", "key.created", "key.expiring"]);
    expect(told.audit.at(-1)).toMatchObject({
      action: "key.rotated",
      before: { replaced_by: null },
      after: { replaced_by: next.key.id, overlap_s: 3_600 },
    });
    const text = JSON.stringify(told);
    for (const { secret } of [old, next]) {
      expect(text).not.toContain(secret.slice(9));
      expect(text).not.toContain(hashKey(secret));
    }
  });
});

describe("disabling and enabling a key", () => {
  it("rejects the key immediately, and accepts it again once enabled", async () => {
    const ctx = await memberOfNewOrganization();
    const { key, secret } = await createTestKey(ctx);
    expect(await changeKey(ctx, key.id, { enabled: false })).toMatchObject({ state: "disabled" });
    expect(await isKeyAccepted(secret)).toBe(false);
    expect(await changeKey(ctx, key.id, { enabled: true })).toMatchObject({ state: "active", disabled_at: null });
    expect(await isKeyAccepted(secret)).toBe(true);
  });

  it("audits only what changed", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await createTestKey(ctx, "Old name");
    await changeKey(ctx, key.id, { name: "New name", enabled: false });
    await changeKey(ctx, key.id, { name: "New name", enabled: false });
    expect((await audit(ctx)).slice(1)).toEqual([
      { action: "key.updated", before: { name: "Old name" }, after: { name: "New name" } },
      { action: "key.disabled", before: { enabled: true }, after: { enabled: false } },
    ]);
  });
});
