import { and, asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createTestKey, decodeKeyId, memberOfNewOrganization, setExpiry } from "@/e2e/fixtures/keys";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import type { Context } from "@/lib/auth/context";
import { unseal } from "@/lib/auth/seal";
import { actAsSystem } from "@/lib/auth/system";
import { database } from "@/lib/db/client";
import { emails } from "@/lib/db/tables/emails";
import { apiKeys } from "@/lib/db/tables/keys";
import { memberships } from "@/lib/db/tables/people";
import { events } from "@/lib/db/tables/records";
import { emailSealContext } from "@/lib/emails/writes";
import { listEndingKeys } from "./reads";
import { changeKey } from "./update";
import { warnOfExpiringKeys, warnOrganization } from "./warn";
import { endKey, replaceKey } from "./writes";

const DAY_S = 86_400;

const warn = async (ctx: Context) => {
  const system = await actAsSystem(ctx.organizationId);
  return system ? warnOrganization(system) : 0;
};

const warnings = async (ctx: Context) =>
  (
    await database()
      .db.select({ data: events.data, actor: events.actorKind })
      .from(events)
      .where(and(eq(events.organizationId, ctx.organizationId), eq(events.type, "key.expiring")))
      .orderBy(asc(events.id))
  ).map(({ data, actor }) => ({ data: data as { key: { id: string; name: string }; days?: number }, actor }));

const mailsOf = async (ctx: Context) => {
  const rows = await database().db.select().from(emails).where(eq(emails.organizationId, ctx.organizationId));
  return rows.map(({ id, content, recipient, kind }) => ({
    kind,
    recipient,
    content: JSON.parse(unseal("mail", emailSealContext(id), content)) as Record<string, unknown>,
  }));
};

describe("key expiry warnings", () => {
  it("are sent once each at 30, 7 and 1 days before expiry", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await createTestKey(ctx);
    const given: number[] = [];
    for (const days of [31, 30, 29, 8, 7, 6, 2, 1, 0.5]) {
      await setExpiry(key.id, days * DAY_S);
      given.push(await warn(ctx), await warn(ctx));
    }
    expect(given).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
    expect((await warnings(ctx)).map(({ data }) => data.days)).toEqual([30, 7, 1]);
  });

  it("are sent once across concurrent workers", async () => {
    const ctx = await memberOfNewOrganization();
    const keys = await Promise.all(Array.from({ length: 22 }, (_, n) => createTestKey(ctx, `Key ${n}`)));
    for (const { key } of keys) await setExpiry(key.id, 5 * DAY_S);
    await Promise.all(Array.from({ length: 4 }, () => warnOfExpiringKeys()));
    await warnOfExpiringKeys();
    const told = (await warnings(ctx)).map(({ data }) => data.key.id);
    expect(told.toSorted()).toEqual(keys.map(({ key }) => key.id).toSorted());
    expect(await mailsOf(ctx)).toHaveLength(22);
  });

  it("reach only the feed and current admins, without secrets", async () => {
    const organization = await createTestOrganization();
    const ctx = await organization.context();
    const people = [await organization.person("admin"), await organization.person("admin")];
    await organization.person("support");
    await organization.person("viewer");
    const gone = await organization.person("admin");
    await database().db.delete(memberships).where(eq(memberships.userId, gone.id));
    const { key, secret } = await createTestKey({ ...ctx, actor: { ...ctx.actor, kind: "user" } }, "Dock 3");
    await setExpiry(key.id, 3 * DAY_S);
    expect(await warn(ctx)).toBe(1);
    const [warning] = await warnings(ctx);
    expect(warning).toMatchObject({ actor: "system", data: { key: { id: key.id, name: "Dock 3" }, days: 3 } });
    const sent = await mailsOf(ctx);
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(people.map(({ email }) => email).toSorted());
    expect(sent[0]).toMatchObject({
      kind: "key_expiring",
      content: {
        organization: ctx.organization.name,
        key: "Dock 3",
        label: `${key.start}…${key.last_four}`,
        days: 3,
        url: expect.stringMatching(new RegExp(`^http.+/${organization.slug}/settings/api-keys/${key.id}$`)),
      },
    });
    expect(JSON.stringify([warning, sent])).not.toContain(secret.slice(9));
  });

  it("include only the nearest threshold for a short-lived key", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await createTestKey(ctx);
    await setExpiry(key.id, 3_600);
    expect([await warn(ctx), await warn(ctx)]).toEqual([1, 0]);
    expect((await warnings(ctx)).map(({ data }) => data.days)).toEqual([1]);
  });

  it("are sent again after the expiry changes", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await createTestKey(ctx);
    await setExpiry(key.id, DAY_S);
    expect(await warn(ctx)).toBe(1);
    await changeKey(ctx, key.id, { expires_at: new Date(Date.now() + 20 * DAY_S * 1_000).toISOString() });
    expect([await warn(ctx), await warn(ctx)]).toEqual([1, 0]);
    expect((await warnings(ctx)).map(({ data }) => data.days)).toEqual([1, 20]);
  });

  it("skip keys that are revoked, expired, disabled, replaced or never expire", async () => {
    const ctx = await memberOfNewOrganization();
    const [revoked, expired, disabled, replaced, endless] = [
      await createTestKey(ctx),
      await createTestKey(ctx),
      await createTestKey(ctx),
      await createTestKey(ctx),
      await createTestKey(ctx),
    ];
    for (const { key } of [revoked, disabled]) await setExpiry(key.id, DAY_S);
    await setExpiry(expired.key.id, -1);
    await endKey(ctx, revoked.key.id);
    await changeKey(ctx, disabled.key.id, { enabled: false });
    await replaceKey(ctx, replaced.key.id, 3_600);
    await changeKey(ctx, endless.key.id, { expires_at: null });
    expect(await warn(ctx)).toBe(0);
    expect(await listEndingKeys(ctx)).toEqual([]);
    await changeKey(ctx, disabled.key.id, { enabled: true });
    expect(await warn(ctx)).toBe(1);
  });

  it("are rolled back when an email cannot be written", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await createTestKey(ctx);
    await setExpiry(key.id, DAY_S);
    const system = await actAsSystem(ctx.organizationId);
    if (!system) throw new Error("the organization is gone");
    const broken = { ...system, organization: { ...system.organization, name: 1n as unknown as string } };
    await expect(warnOrganization(broken)).rejects.toThrow();
    expect(await warnings(ctx)).toEqual([]);
    const rows = await database()
      .db.select()
      .from(apiKeys)
      .where(eq(apiKeys.id, decodeKeyId(key.id)));
    expect(rows[0]?.warnedDays).toBeNull();
    expect(await warn(ctx)).toBe(1);
  });
});

describe("keys in the expiry banner", () => {
  it("belong to the organization, expire within 30 days and are sorted by expiry", async () => {
    const [ctx, other] = [await memberOfNewOrganization(), await memberOfNewOrganization()];
    const [late, soon, far] = [
      await createTestKey(ctx, "Late"),
      await createTestKey(ctx, "Soon"),
      await createTestKey(ctx, "Far"),
    ];
    await setExpiry((await createTestKey(other)).key.id, DAY_S);
    await setExpiry(late.key.id, 29.5 * DAY_S);
    await setExpiry(soon.key.id, 0.5 * DAY_S);
    await setExpiry(far.key.id, 40 * DAY_S);
    expect(await listEndingKeys(ctx)).toMatchObject([
      { id: soon.key.id, name: "Soon", days: 1 },
      { id: late.key.id, name: "Late", days: 30 },
    ]);
  });
});
