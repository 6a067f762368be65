import { type SQL, sql } from "drizzle-orm";
import { forEachOrganization, listOrganizationIds } from "@/lib/auth/system";
import { firstIdWithin } from "@/lib/db/age";
import { database } from "@/lib/db/client";
import { deleteOldest } from "@/lib/db/delete-oldest";
import {
  EMAIL_RETENTION_D,
  EVENT_RETENTION_D,
  IDEMPOTENCY_RETENTION_H,
  INVITATION_MEMORY_D,
  KEY_USAGE_RETENTION_D,
  OAUTH_CODE_MEMORY_H,
  REQUEST_LOG_RETENTION_D,
  SIGN_IN_MEMORY_H,
  STATUS_HISTORY_D,
} from "@/lib/limits";

const ROWS_PER_STEP = 1_000;

const hours = (n: number) => sql`now() - make_interval(hours => ${n})`;

/** Rows that are looked up without their organization, and go by a key of one column. */
const shared: { table: string; key: string; rows: SQL }[] = [
  {
    table: "sign_in_attempts",
    key: "key",
    rows: sql`last_failure_at < ${hours(SIGN_IN_MEMORY_H)} and (blocked_until is null or blocked_until < now())`,
  },
  { table: "sessions", key: "id", rows: sql`expires_at < now()` },
  {
    table: "invitations",
    key: "hash",
    rows: sql`coalesce(accepted_at, revoked_at) < now() - make_interval(days => ${INVITATION_MEMORY_D})`,
  },
  { table: "sign_ups", key: "hash", rows: sql`expires_at < now()` },
  { table: "password_resets", key: "hash", rows: sql`expires_at < now()` },
  // Long after its end a code still tells that somebody has stolen it; a refresh token does so while it lives.
  { table: "oauth_codes", key: "hash", rows: sql`expires_at < ${hours(OAUTH_CODE_MEMORY_H)}` },
  { table: "oauth_tokens", key: "hash", rows: sql`expires_at < now()` },
  {
    table: "oauth_grants",
    key: "id",
    rows: sql`created_at < ${hours(OAUTH_CODE_MEMORY_H)}
      and not exists (select 1 from oauth_tokens t where t.grant_id = oauth_grants.id)`,
  },
  {
    table: "mails",
    key: "id",
    rows: sql`id < ${firstIdWithin(EMAIL_RETENTION_D)}
      and coalesce(sent_at, expires_at) < now() - make_interval(days => ${EMAIL_RETENTION_D})`,
  },
];

/** Rows of one organization, which go in the order of a column. */
const ofOrganization: { table: string; order: string; rows: SQL }[] = [
  { table: "requests", order: "id", rows: sql`id < ${firstIdWithin(REQUEST_LOG_RETENTION_D)}` },
  {
    table: "request_counts",
    order: "hour",
    rows: sql`hour < now() - make_interval(days => ${REQUEST_LOG_RETENTION_D}::int)`,
  },
  {
    table: "key_usage",
    order: "day",
    rows: sql`day < (now() at time zone 'UTC')::date - ${KEY_USAGE_RETENTION_D}::int`,
  },
  // The events of alerts are their timelines, and go with them.
  {
    table: "events",
    order: "id",
    rows: sql`type not like 'alert.%' and type not like 'camera.%' and id < ${firstIdWithin(EVENT_RETENTION_D)}`,
  },
  { table: "events", order: "id", rows: sql`type not like 'alert.%' and id < ${firstIdWithin(STATUS_HISTORY_D)}` },
];

const idempotencyKeys = {
  table: "idempotency_keys",
  order: "created_at",
  rows: sql`created_at < ${hours(IDEMPOTENCY_RETENTION_H)}`,
};

/**
 * Deletes what is kept for a fixed time and is older: answers of idempotent requests, the request log and its counts, the use
 * of keys, failed sign-ins, sessions, links and invitations that are over, mails, and events of other things than alerts. In steps; any number
 * of instances may delete at once.
 * @param signal ends it after the running step.
 * @param organizationIds all of them, or those of a test.
 * @returns how many rows went.
 * @throws AggregateError when organizations failed; the others are done all the same.
 */
export async function deleteExpiredRecords(signal?: AbortSignal, organizationIds?: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const { table, key, rows } of shared) {
    for (let step = ROWS_PER_STEP; step >= ROWS_PER_STEP && !signal?.aborted; deleted += step) {
      step = await deleteByKey(table, key, rows);
    }
  }
  deleted += await forEachOrganization(await listOwnersOfExpiredKeys(), deleteStep([idempotencyKeys]), signal);
  const ids = organizationIds ?? (await listOrganizationIds());
  return deleted + (await forEachOrganization(ids, deleteStep(ofOrganization), signal));
}

async function deleteByKey(table: string, key: string, rows: SQL): Promise<number> {
  const [from, column] = [sql.identifier(table), sql.identifier(key)];
  const step = await database().db.execute(sql`
    delete from ${from} where ${column} = any(array(
      select ${column} from ${from} where ${rows} limit ${ROWS_PER_STEP} for update skip locked))`);
  return step.count;
}

/** Organizations, and people who used an idempotency key where there is no organization. */
async function listOwnersOfExpiredKeys(): Promise<string[]> {
  const owners = await database().db.execute<{ id: string }>(
    sql`select distinct organization_id as id from idempotency_keys where ${idempotencyKeys.rows}`,
  );
  return owners.map(({ id }) => id);
}

const deleteStep = (tables: typeof ofOrganization) => async (organizationId: string) => {
  const steps: number[] = [];
  for (const expired of tables) steps.push(await deleteOldest(organizationId, { ...expired, limit: ROWS_PER_STEP }));
  return { done: steps.reduce((sum, n) => sum + n, 0), hasMore: steps.some((n) => n >= ROWS_PER_STEP) };
};
