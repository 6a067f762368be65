import { type SQL, sql } from "drizzle-orm";
import { firstIdWithin } from "@/lib/db/age";
import { database } from "@/lib/db/client";
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

/** What is kept for a fixed time: a table, and which of its rows are too old. */
const expired: Record<string, { table: string; rows: SQL }> = {
  idempotencyKeys: { table: "idempotency_keys", rows: sql`created_at < ${hours(IDEMPOTENCY_RETENTION_H)}` },
  signInAttempts: {
    table: "sign_in_attempts",
    rows: sql`last_failure_at < ${hours(SIGN_IN_MEMORY_H)} and (blocked_until is null or blocked_until < now())`,
  },
  sessions: { table: "sessions", rows: sql`expires_at < now()` },
  invitations: {
    table: "invitations",
    rows: sql`coalesce(accepted_at, revoked_at) < now() - make_interval(days => ${INVITATION_MEMORY_D})`,
  },
  signUps: { table: "sign_ups", rows: sql`expires_at < now()` },
  passwordResets: { table: "password_resets", rows: sql`expires_at < now()` },
  // Long after its end a code still tells that somebody has stolen it; a refresh token does so while it lives.
  oauthCodes: { table: "oauth_codes", rows: sql`expires_at < ${hours(OAUTH_CODE_MEMORY_H)}` },
  oauthTokens: { table: "oauth_tokens", rows: sql`expires_at < now()` },
  oauthGrants: {
    table: "oauth_grants",
    rows: sql`created_at < ${hours(OAUTH_CODE_MEMORY_H)}
      and not exists (select 1 from oauth_tokens t where t.grant_id = oauth_grants.id)`,
  },
  keyUsage: { table: "key_usage", rows: sql`day < (now() at time zone 'UTC')::date - ${KEY_USAGE_RETENTION_D}::int` },
  mails: {
    table: "mails",
    rows: sql`id < ${firstIdWithin(EMAIL_RETENTION_D)}
      and coalesce(sent_at, expires_at) < now() - make_interval(days => ${EMAIL_RETENTION_D})`,
  },
  // The events of alerts are their timelines, and go with them.
  otherEvents: {
    table: "events",
    rows: sql`type not like 'alert.%' and type not like 'camera.%' and id < ${firstIdWithin(EVENT_RETENTION_D)}`,
  },
  cameraEvents: { table: "events", rows: sql`type not like 'alert.%' and id < ${firstIdWithin(STATUS_HISTORY_D)}` },
};

/**
 * Deletes what is kept for a fixed time and is older: answers of idempotent requests, the request log and its counts, the use
 * of keys, failed sign-ins, sessions, links and invitations that are over, mails, and events of other things than alerts. In steps; any number
 * of instances may delete at once.
 * @param signal ends it after the running step.
 * @returns how many rows went.
 */
export async function deleteExpiredRecords(signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  const steps = [
    ...Object.values(expired).map(
      ({ table, rows }) =>
        () =>
          deleteRows(table, rows),
    ),
    deleteRequests,
    deleteRequestCounts,
  ];
  for (const step of steps) {
    for (let rows = ROWS_PER_STEP; rows >= ROWS_PER_STEP && !signal?.aborted; deleted += rows) rows = await step();
  }
  return deleted;
}

// Partitions count their ctids each for itself: the condition is repeated, so that no younger row of another one goes.
async function deleteRows(table: string, rows: SQL): Promise<number> {
  const from = sql.identifier(table);
  const step = await database().db.execute(sql`
    delete from ${from} where ctid = any(array(
      select ctid from ${from} where ${rows} limit ${ROWS_PER_STEP} for update skip locked)) and ${rows}`);
  return step.count;
}

/** The request log has no index by age alone; each organization's part of the primary key is ordered by it. */
async function deleteRequests(): Promise<number> {
  const limit = firstIdWithin(REQUEST_LOG_RETENTION_D);
  const step = await database().db.execute(sql`
    delete from requests where ctid = any(array(
      select old.ctid from organizations o cross join lateral (
        select r.ctid from requests r
        where r.organization_id = o.id and r.id < ${limit}
        order by r.id limit ${ROWS_PER_STEP} for update skip locked) old
      limit ${ROWS_PER_STEP})) and id < ${limit}`);
  return step.count;
}

async function deleteRequestCounts(): Promise<number> {
  const limit = sql`now() - make_interval(days => ${REQUEST_LOG_RETENTION_D}::int)`;
  const step = await database().db.execute(sql`
    delete from request_counts where ctid = any(array(
      select old.ctid from organizations o cross join lateral (
        select c.ctid from request_counts c
        where c.organization_id = o.id and c.hour < ${limit}
        order by c.hour limit ${ROWS_PER_STEP} for update skip locked) old
      limit ${ROWS_PER_STEP})) and hour < ${limit}`);
  return step.count;
}
