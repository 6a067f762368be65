import { describe, expect, it } from "vitest";
import { createTestKey, decodeKeyId, isKeyAccepted, memberOfNewOrganization, setExpiry } from "@/e2e/fixtures/keys";
import { hashKey } from "@/lib/auth/key";
import { firstIdAt, newId } from "@/lib/db/ids";
import { flushRequestLog, recordRequest } from "@/lib/http/log/request-log";
import { DAY_MS } from "@/lib/time";
import { readKeys } from "./reads";

describe("the list of keys", () => {
  it("uses the database's clock for expiry", async () => {
    const ctx = await memberOfNewOrganization();
    const { key, secret } = await createTestKey(ctx);
    const stateAt = async (seconds: number) => {
      await setExpiry(key.id, seconds);
      return [(await readKeys(ctx, { limit: 50 })).data[0]?.state, await isKeyAccepted(secret)];
    };
    expect(await stateAt(8 * 86_400)).toEqual(["active", true]);
    expect(await stateAt(6 * 86_400)).toEqual(["expiring", true]);
    expect(await stateAt(5)).toEqual(["expiring", true]);
    expect(await stateAt(0)).toEqual(["expired", false]);
    expect(await stateAt(-1)).toEqual(["expired", false]);
  });

  it("counts usage for 30 days, including gaps, and addresses for 7 days", async () => {
    const ctx = await memberOfNewOrganization();
    const { key } = await createTestKey(ctx);
    const request = (daysAgo: number, status: number, ip: string) => {
      const at = new Date(Date.now() - daysAgo * DAY_MS);
      const [head, tail] = [firstIdAt(at).slice(0, 13), newId().slice(13)];
      recordRequest({
        organization_id: ctx.organizationId,
        id: head + tail,
        method: "GET",
        route: "/alerts",
        status,
        code: null,
        duration_ms: 3,
        credential_kind: "api_key",
        credential_id: decodeKeyId(key.id),
        ip,
        user_agent: "curl/8",
        created_at: at.toISOString(),
      });
    };
    const flushed = async (...requests: Parameters<typeof request>[]) => {
      for (const parameters of requests) request(...parameters);
      await flushRequestLog();
    };
    await flushed([40, 200, "192.0.2.9"]);
    await flushed([20, 200, "192.0.2.8"]);
    await flushed([1, 429, "192.0.2.1"]);
    await flushed([0, 200, "192.0.2.1"], [0, 422, "192.0.2.2"], [0, 403, "192.0.2.2"]);
    const [listed] = (await readKeys(ctx, { limit: 50 })).data;
    expect(listed?.usage).toHaveLength(30);
    expect(listed?.usage.at(-1)).toMatchObject({
      day: new Date().toISOString().slice(0, 10),
      ok: 1,
      invalid: 1,
      denied: 1,
    });
    expect(listed?.usage.at(-2)).toMatchObject({ rate_limited: 1, ok: 0 });
    expect(listed?.usage.reduce((sum, day) => sum + day.ok, 0)).toBe(2);
    expect(listed).toMatchObject({ requests_7d: 4, addresses_7d: 2, last_used_agent: "curl/8" });
  });

  it("never contains a secret or a hash", async () => {
    const ctx = await memberOfNewOrganization();
    const { secret } = await createTestKey(ctx);
    const text = JSON.stringify(await readKeys(ctx, { limit: 50 }));
    expect(text).not.toContain(secret.slice(9));
    expect(text).not.toContain(hashKey(secret));
  });
});
