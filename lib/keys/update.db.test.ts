import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createTestKey, decodeKeyId, isKeyAccepted, memberOfNewOrganization, setExpiry } from "@/e2e/fixtures/keys";
import { callerFor, createTestOrganization } from "@/e2e/fixtures/organization";
import { authenticateBearer } from "@/lib/auth/authenticate";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { apiKeys } from "@/lib/db/tables/keys";
import { auditEntries } from "@/lib/db/tables/records";
import { DAY_MS } from "@/lib/time";
import { readKey } from "./reads";
import { changeKey } from "./update";
import { addKey, endKey, replaceKey } from "./writes";

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const edits = async (ctx: Context) =>
  (
    await database()
      .db.select({ action: auditEntries.action, before: auditEntries.before, after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.organizationId, ctx.organizationId))
      .orderBy(auditEntries.id)
  ).filter(({ action }) => action !== "key.created");

const warnedDays = async (id: string) => {
  const rows = await database()
    .db.select()
    .from(apiKeys)
    .where(eq(apiKeys.id, decodeKeyId(id)));
  return rows[0]?.warnedDays;
};

describe("editing a key", () => {
  it("applies new scopes immediately and leaves other fields unchanged", async () => {
    const ctx = await memberOfNewOrganization();
    const { key, secret } = await createTestKey(ctx);
    const edited = await changeKey(ctx, key.id, { scopes: ["events:read", "cameras:write", "events:read"] });
    expect(edited).toEqual({ ...key, scopes: ["cameras:write", "events:read"], version: 2 });
    expect(await authenticateBearer(`Bearer ${secret}`)).toMatchObject({ scopes: ["cameras:write", "events:read"] });
  });

  it("audits only changed fields, with values before and after", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await addKey(ctx, { name: "Gate", scopes: ["alerts:read"], expires_at: inDays(10) });
    const later = inDays(40);
    const change = { name: "Gate 2", scopes: ["alerts:read" as const, "alerts:write" as const], expires_at: later };
    await changeKey(ctx, key.id, { ...change, enabled: true });
    await changeKey(ctx, key.id, change);
    await changeKey(ctx, key.id, { expires_at: null });
    expect(await edits(ctx)).toEqual([
      {
        action: "key.updated",
        before: { name: "Gate", scopes: ["alerts:read"], expires_at: key.expires_at },
        after: { name: "Gate 2", scopes: ["alerts:read", "alerts:write"], expires_at: later },
      },
      { action: "key.updated", before: { expires_at: later }, after: { expires_at: null } },
    ]);
  });

  it("rejects scopes beyond the editor's role and changes nothing", async () => {
    const organization = await createTestOrganization();
    const contextOf = async (role: "admin" | "support"): Promise<Context> => ({
      ...(await callerFor((await organization.person(role)).id, organization.slug)),
      db: database().db,
      requestId: "request_test",
      ip: null,
      userAgent: null,
    });
    const admin = await contextOf("admin");
    const { key } = await createTestKey(admin);
    const change = { name: "Sly", scopes: ["webhooks:manage" as const] };
    await expect(changeKey(await contextOf("support"), key.id, change)).rejects.toMatchObject({ code: "forbidden" });
    expect(await readKey(admin, key.id)).toEqual(key);
    expect(await edits(admin)).toEqual([]);
  });

  it("moves the expiry and resets its warnings", async () => {
    const ctx = await memberOfNewOrganization();
    const { key, secret } = await createTestKey(ctx);
    const { db } = database();
    await db
      .update(apiKeys)
      .set({ warnedDays: 7 })
      .where(eq(apiKeys.id, decodeKeyId(key.id)));
    await changeKey(ctx, key.id, { name: "Other" });
    expect(await warnedDays(key.id)).toBe(7);
    const end = inDays(90);
    expect(await changeKey(ctx, key.id, { expires_at: end })).toMatchObject({ expires_at: end, state: "active" });
    expect(await warnedDays(key.id)).toBeNull();
    expect(await isKeyAccepted(secret)).toBe(true);
  });

  it("rejects an expiry in the past and keeps the old one", async () => {
    const ctx = await memberOfNewOrganization();
    const { key, secret } = await createTestKey(ctx);
    const past = changeKey(ctx, key.id, { name: "Over", expires_at: inDays(-1) });
    await expect(past).rejects.toMatchObject({ code: "validation_failed", errors: [{ pointer: "/expires_at" }] });
    expect(await readKey(ctx, key.id)).toEqual(key);
    expect(await isKeyAccepted(secret)).toBe(true);
  });

  it("does not revive an expired or revoked key", async () => {
    const ctx = await memberOfNewOrganization();
    const [expired, revoked] = [await createTestKey(ctx), await createTestKey(ctx)];
    await setExpiry(expired.key.id, -1);
    await endKey(ctx, revoked.key.id);
    for (const { key, secret } of [expired, revoked]) {
      await expect(changeKey(ctx, key.id, { expires_at: inDays(9) })).rejects.toMatchObject({ code: "conflict" });
      expect(await isKeyAccepted(secret)).toBe(false);
    }
  });

  it("cannot extend a replaced key", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await createTestKey(ctx);
    await replaceKey(ctx, key.id, 3_600);
    for (const expires_at of [null, inDays(90)]) {
      await expect(changeKey(ctx, key.id, { expires_at })).rejects.toMatchObject({ code: "conflict" });
    }
    expect(await changeKey(ctx, key.id, { name: "Old" })).toMatchObject({ name: "Old", state: "rotating" });
  });

  it("cannot change another organization's key", async () => {
    const [ctx, other] = [await memberOfNewOrganization(), await memberOfNewOrganization()];
    const { key } = await createTestKey(other);
    await expect(changeKey(ctx, key.id, { scopes: ["alerts:write"] })).rejects.toMatchObject({ code: "not_found" });
    await expect(readKey(ctx, key.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await readKey(other, key.id)).toEqual(key);
  });
});
