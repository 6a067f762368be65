import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { forEachOrganization, listOrganizationIds } from "@/lib/auth/system";
import { firstIdWithin } from "@/lib/db/age";
import { database } from "@/lib/db/client";
import { deleteOldest } from "@/lib/db/delete-oldest";
import { emails } from "@/lib/db/tables/emails";
import { keyUsage } from "@/lib/db/tables/keys";
import { oauthCodes, oauthGrants, oauthTokens } from "@/lib/db/tables/oauth";
import { invitations, passwordResets, sessions, signInAttempts, signUps } from "@/lib/db/tables/people";
import { events, idempotencyKeys, requestCounts, requests } from "@/lib/db/tables/records";
import { webhookAttemptCounts, webhookAttempts, webhookDeliveries } from "@/lib/db/tables/webhooks";
import {
  DELIVERY_RETENTION_D,
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
const days = (n: number) => sql`now() - make_interval(days => ${n})`;

/** Rows to delete from tables in which a single column identifies a row, without the organization. */
const shared: { key: PgColumn; rows: SQL }[] = [
  {
    key: signInAttempts.key,
    rows: sql`${signInAttempts.lastFailureAt} < ${hours(SIGN_IN_MEMORY_H)}
      and (${signInAttempts.blockedUntil} is null or ${signInAttempts.blockedUntil} < now())`,
  },
  { key: sessions.id, rows: sql`${sessions.expiresAt} < now()` },
  {
    key: invitations.hash,
    rows: sql`coalesce(${invitations.acceptedAt}, ${invitations.revokedAt}) < ${days(INVITATION_MEMORY_D)}`,
  },
  { key: signUps.hash, rows: sql`${signUps.expiresAt} < now()` },
  { key: passwordResets.hash, rows: sql`${passwordResets.expiresAt} < now()` },
  // Reuse of a code or refresh token reveals theft, so used ones must still be found. Codes are kept for a while
  // after they expire, and refresh tokens until they expire.
  { key: oauthCodes.hash, rows: sql`${oauthCodes.expiresAt} < ${hours(OAUTH_CODE_MEMORY_H)}` },
  { key: oauthTokens.hash, rows: sql`${oauthTokens.expiresAt} < now()` },
  {
    key: oauthGrants.id,
    rows: sql`${oauthGrants.createdAt} < ${hours(OAUTH_CODE_MEMORY_H)}
      and not exists (select 1 from ${oauthTokens} where ${oauthTokens.grantId} = ${oauthGrants.id})`,
  },
  {
    key: emails.id,
    rows: sql`${emails.id} < ${firstIdWithin(EMAIL_RETENTION_D)}
      and coalesce(${emails.sentAt}, ${emails.expiresAt}) < ${days(EMAIL_RETENTION_D)}`,
  },
];

/** Rows to delete per organization, in the order of a column. */
const ofOrganization: { organization: PgColumn; order: PgColumn; rows: SQL }[] = [
  {
    organization: requests.organizationId,
    order: requests.id,
    rows: sql`${requests.id} < ${firstIdWithin(REQUEST_LOG_RETENTION_D)}`,
  },
  {
    organization: requestCounts.organizationId,
    order: requestCounts.hour,
    rows: sql`${requestCounts.hour} < ${days(REQUEST_LOG_RETENTION_D)}`,
  },
  {
    organization: webhookAttemptCounts.organizationId,
    order: webhookAttemptCounts.hour,
    rows: sql`${webhookAttemptCounts.hour} < ${days(DELIVERY_RETENTION_D)}`,
  },
  {
    organization: keyUsage.organizationId,
    order: keyUsage.day,
    rows: sql`${keyUsage.day} < (now() at time zone 'UTC')::date - ${KEY_USAGE_RETENTION_D}::int`,
  },
  // Events of alerts form their timelines, so they are deleted with the alerts.
  {
    organization: events.organizationId,
    order: events.id,
    rows: sql`${events.type} not like 'alert.%' and ${events.type} not like 'camera.%'
      and ${events.id} < ${firstIdWithin(EVENT_RETENTION_D)}`,
  },
  {
    organization: events.organizationId,
    order: events.id,
    rows: sql`${events.type} not like 'alert.%' and ${events.id} < ${firstIdWithin(STATUS_HISTORY_D)}`,
  },
];

/** The deliveries of webhooks and their attempts. Few organizations have any. */
const deliveries = [
  {
    organization: webhookAttempts.organizationId,
    order: webhookAttempts.deliveryId,
    rows: sql`${webhookAttempts.deliveryId} < ${firstIdWithin(DELIVERY_RETENTION_D)}`,
  },
  {
    organization: webhookDeliveries.organizationId,
    order: webhookDeliveries.id,
    rows: sql`${webhookDeliveries.id} < ${firstIdWithin(DELIVERY_RETENTION_D)}`,
  },
];

const answers = {
  organization: idempotencyKeys.ownerId,
  order: idempotencyKeys.createdAt,
  rows: sql`${idempotencyKeys.createdAt} < ${hours(IDEMPOTENCY_RETENTION_H)}`,
};

/**
 * Deletes rows beyond their fixed retention: idempotent replies, the request log and its counters, key usage,
 * failed sign-ins, expired sessions and links, accepted and revoked invitations, emails, and events other than those of alerts. It
 * works in steps. Several instances may run it concurrently.
 * @param signal stops it after the current step.
 * @param organizationIds the organizations to clean up. Defaults to all; set only in tests.
 * @returns the number of deleted rows.
 * @throws AggregateError if organizations failed, as `forEachOrganization`.
 */
export async function deleteExpiredRecords(signal?: AbortSignal, organizationIds?: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const { key, rows } of shared) {
    for (let step = ROWS_PER_STEP; step >= ROWS_PER_STEP && !signal?.aborted; deleted += step) {
      step = await deleteByKey(key, rows);
    }
  }
  deleted += await forEachOrganization(await listOwnersOfExpiredKeys(), deleteStep([answers]), signal);
  deleted += await forEachOrganization(await listOwnersOfExpiredDeliveries(), deleteStep(deliveries), signal);
  const ids = organizationIds ?? (await listOrganizationIds());
  return deleted + (await forEachOrganization(ids, deleteStep(ofOrganization), signal));
}

async function deleteByKey(key: PgColumn, rows: SQL): Promise<number> {
  const { db } = database();
  const expired = db.select({ key }).from(key.table).where(rows).limit(ROWS_PER_STEP);
  const locked = expired.for("update", { skipLocked: true });
  const deleted = await db.delete(key.table).where(sql`${key} = any(array${locked})`);
  return deleted.count;
}

/** Returns the organizations with expired deliveries, with one index lookup per organization. */
async function listOwnersOfExpiredDeliveries(): Promise<string[]> {
  const rows = await database().db.execute<{ id: string }>(sql`
    select o.id from organizations o where exists (select 1 from webhook_deliveries d
      where d.organization_id = o.id and d.id < ${firstIdWithin(DELIVERY_RETENTION_D)})`);
  return rows.map(({ id }) => id);
}

/**
 * Returns the UUIDs of all owners of expired idempotency keys. An owner is an organization, or a person if the
 * request had no organization.
 */
async function listOwnersOfExpiredKeys(): Promise<string[]> {
  const owners = await database()
    .db.selectDistinct({ id: idempotencyKeys.ownerId })
    .from(idempotencyKeys)
    .where(answers.rows);
  return owners.map(({ id }) => id);
}

const deleteStep = (tables: typeof ofOrganization) => async (organizationId: string) => {
  const steps: number[] = [];
  for (const expired of tables) steps.push(await deleteOldest(organizationId, { ...expired, limit: ROWS_PER_STEP }));
  return { done: steps.reduce((sum, n) => sum + n, 0), hasMore: steps.some((n) => n >= ROWS_PER_STEP) };
};
