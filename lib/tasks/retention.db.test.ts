import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { database } from "@/lib/db/client";
import { firstIdAt, newId } from "@/lib/db/ids";
import { DAY_MS, HOUR_MS } from "@/lib/time";
import { deleteExpiredRecords } from "./retention";

const { db } = database();
/** The number of rows to store. It exceeds the rows that one step deletes. */
const MANY = 2_300;
const idAt = (ageMs: number) => `${firstIdAt(new Date(Date.now() - ageMs)).slice(0, 14)}${newId().slice(14)}`;
const ago = (ageMs: number) => new Date(Date.now() - ageMs).toISOString();

describe("deleting expired records", () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await createTestOrganization();
  });

  const count = async (table: string) => {
    const rows = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(table)} where organization_id = ${organization.id}`,
    );
    return rows[0]?.n;
  };
  const event = (type: string, ageMs: number) =>
    db.execute(sql`insert into events (organization_id, id, type, subject_id, actor_kind, actor_name, data, created_at)
      values (${organization.id}, ${idAt(ageMs)}, ${type}, ${newId()}, 'system', 'Test', '{}', ${ago(ageMs)})`);

  it("deletes idempotent responses after 24 hours", async () => {
    for (const [key, age] of [
      ["old", DAY_MS + HOUR_MS],
      ["new", DAY_MS - HOUR_MS],
    ] as const) {
      await db.execute(sql`insert into idempotency_keys (organization_id, key, fingerprint, status, headers, created_at)
        values (${organization.id}, ${key}, '', 201, '{}', ${ago(age)})`);
    }
    await deleteExpiredRecords(undefined, [organization.id]);
    expect(await count("idempotency_keys")).toBe(1);
  });

  it("deletes the request log and counts after 30 days, key usage after 90", async () => {
    const insert = (id: string, at: string) =>
      db.execute(sql`insert into requests (organization_id, id, method, route, status, duration_ms, credential_kind,
          credential_id, created_at)
        select ${organization.id}, overlay(gen_random_uuid()::text placing ${id} from 1)::uuid, 'GET', '/me', 200, 1,
          'api_key', ${newId()}, ${at} from generate_series(1, ${MANY}::int)`);
    await insert(idAt(31 * DAY_MS).slice(0, 14), ago(31 * DAY_MS));
    await insert(idAt(29 * DAY_MS).slice(0, 14), ago(29 * DAY_MS));
    for (const [days, n] of [
      [29, 3],
      [31, MANY],
    ] as const) {
      await db.execute(sql`insert into request_counts (organization_id, hour, credential_id, method, route, status, count)
        select ${organization.id}, date_trunc('hour', ${ago(days * DAY_MS)}::timestamptz), gen_random_uuid(), 'GET', '/me', 200, 1
        from generate_series(1, ${n}::int)`);
    }
    for (const days of [0, 90, 91]) {
      await db.execute(sql`insert into key_usage (organization_id, key_id, day)
        values (${organization.id}, ${newId()}, (now() at time zone 'UTC')::date - ${days}::int)`);
    }
    await deleteExpiredRecords(undefined, [organization.id]);
    expect(await count("requests")).toBe(MANY);
    expect(await count("request_counts")).toBe(3);
    expect(await count("key_usage")).toBe(2);
  });

  it("deletes key events after 30 days and camera events after 90, but not alert events", async () => {
    await event("key.created", 31 * DAY_MS);
    await event("camera.status_changed", 91 * DAY_MS);
    const kept = [
      ["key.revoked", 29],
      ["camera.updated", 89],
      ["alert.created", 300],
    ] as const;
    for (const [type, days] of kept) await event(type, days * DAY_MS);
    await deleteExpiredRecords(undefined, [organization.id]);
    const rows = await db.execute<{ type: string }>(
      sql`select type from events where organization_id = ${organization.id} order by type`,
    );
    expect(rows.map(({ type }) => type)).toEqual(["alert.created", "camera.updated", "key.revoked"]);
  });

  it("deletes OAuth codes a day after expiry, expired tokens and unused consents", async () => {
    const app = newId();
    const consent = async (ageMs: number) => {
      const [row] = await db.execute<{ id: string }>(sql`
        insert into oauth_grants (organization_id, id, app_id, scopes, granted_by, granted_by_name, created_at)
        values (${organization.id}, ${newId()}, ${app}, '{}', ${newId()}, 'Test', ${ago(ageMs)}) returning id`);
      return row?.id ?? "";
    };
    const [, grant] = [
      await consent(DAY_MS - HOUR_MS),
      await consent(DAY_MS + HOUR_MS),
      await consent(DAY_MS + HOUR_MS),
    ];
    for (const age of [DAY_MS + HOUR_MS, DAY_MS - HOUR_MS]) {
      await db.execute(sql`insert into oauth_codes (hash, organization_id, app_id, grant_id, scopes, redirect_uri, challenge, expires_at)
        values (${Buffer.from(newId())}, ${organization.id}, ${app}, ${grant}, '{}', '', '', ${ago(age)})`);
    }
    for (const [kind, age] of [
      ["access", 1_000],
      ["refresh", 1_000],
      ["access", -HOUR_MS],
      ["refresh", -HOUR_MS],
    ] as const) {
      await db.execute(sql`insert into oauth_tokens (hash, kind, organization_id, app_id, grant_id, secret_version, scopes, expires_at)
        values (${Buffer.from(newId())}, ${kind}, ${organization.id}, ${app}, ${grant}, 1, '{}', ${ago(age)})`);
    }
    await deleteExpiredRecords(undefined, [organization.id]);
    expect(await Promise.all(["oauth_codes", "oauth_tokens", "oauth_grants"].map(count))).toEqual([1, 2, 2]);
  });

  it("deletes failed sign-ins after a day, unless they still block", async () => {
    const key = () => Buffer.from(newId());
    const [old, blocked, young] = [key(), key(), key()];
    await db.execute(sql`insert into sign_in_attempts (key, failures, blocked_until, last_failure_at) values
      (${old}, 3, null, ${ago(25 * HOUR_MS)}), (${blocked}, 30, now() + interval '1 minute', ${ago(25 * HOUR_MS)}),
      (${young}, 3, null, ${ago(23 * HOUR_MS)})`);
    await deleteExpiredRecords(undefined, [organization.id]);
    const [row] = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from sign_in_attempts where key in (${old}, ${blocked}, ${young})`,
    );
    expect(row?.n).toBe(2);
  });

  it("deletes sessions and password reset links once they expire", async () => {
    const { id } = await organization.person("viewer");
    await db.execute(
      sql`insert into sessions (id, user_id, expires_at) values (${newId()}, ${id}, now() - interval '1 s')`,
    );
    for (const [token, end] of [
      ["over", -1],
      ["open", 60],
    ] as const) {
      await db.execute(sql`insert into password_resets (hash, user_id, expires_at)
        values (${Buffer.from(token + id)}, ${id}, now() + make_interval(secs => ${end}))`);
    }
    await deleteExpiredRecords(undefined, [organization.id]);
    const [row] = await db.execute<{ sessions: number; links: number }>(
      sql`select (select count(*)::int from sessions where user_id = ${id}) as sessions,
        (select count(*)::int from password_resets where user_id = ${id}) as links`,
    );
    expect(row).toEqual({ sessions: 1, links: 1 });
  });

  it("deletes invitations 30 days after acceptance or revocation, but keeps open ones", async () => {
    for (const [days, acceptedAt, revokedAt] of [
      [31, ago(31 * DAY_MS), null],
      [31, null, ago(31 * DAY_MS)],
      [29, ago(29 * DAY_MS), null],
      [400, null, null],
    ] as const) {
      await db.execute(sql`insert into invitations (organization_id, id, email, role, hash, invited_by, invited_by_name,
          created_at, expires_at, accepted_at, revoked_at)
        values (${organization.id}, ${newId()}, ${`${newId()}@example.test`}, 'viewer', ${Buffer.from(newId())}, ${newId()},
          'Test', ${ago(days * DAY_MS)}, ${ago(days * DAY_MS)}, ${acceptedAt}, ${revokedAt})`);
    }
    await deleteExpiredRecords(undefined, [organization.id]);
    expect(await count("invitations")).toBe(2);
  });

  it("starts nothing after an abort signal", async () => {
    await event("key.created", 31 * DAY_MS);
    expect(await deleteExpiredRecords(AbortSignal.abort())).toBe(0);
  });
});
