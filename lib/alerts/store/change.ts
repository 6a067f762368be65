import type { Context } from "@/lib/auth/context";
import type { Transaction } from "@/lib/db/client";
import { type Failure, isFailure } from "@/lib/errors";
import { type AlertStatus, isClosed } from "@/lib/values";
import { alertCondition } from "../condition";
import { dedupKeyTaken, unknownAssignee } from "../failures";
import { lockAlerts } from "../lock";
import type { AlertRecord } from "../row";
import type { AlertFilter } from "../schema";
import {
  type KeyedAlert,
  type LockedChange,
  lockKeysStatement,
  lockMemberStatement,
  lockStatement,
  releaseKeysStatement,
  storeStatement,
  takeKeysStatement,
} from "./change-statements";

interface AlertsToChange {
  /** The UUIDs of the alerts. */
  ids: readonly string[];
  /** A filter that the alerts must still match once they are locked. */
  matching?: AlertFilter | undefined;
  /** The requested status. */
  status: AlertStatus | undefined;
  /** JSON pointer to the change in the request body. */
  pointer: string;
}

/**
 * Locks alerts and stores their changes in the caller's transaction. The number of statements doesn't depend on
 * the number of alerts. Changes of the same alert, and creates with its dedup key, are serialized.
 * @param decide returns the changed alert, the same object if nothing changes, or a failure.
 * @returns a map from UUID to the alert, or to the failure that rejected its change. Alerts that are missing or no
 * longer match are absent.
 * @throws Failure `validation_failed` for an assignee who isn't a member.
 */
export async function changeAlertRows(
  tx: Transaction,
  ctx: Context,
  { ids, matching, status, pointer }: AlertsToChange,
  decide: (before: AlertRecord, now: string) => AlertRecord | Failure,
): Promise<Map<string, AlertRecord | Failure>> {
  const queued = await lockAlerts(tx, ctx, ids);
  const keyed = status === undefined ? [] : queued.filter(({ dedup_key }) => dedup_key !== null);
  const blocked = status && keyed.length > 0 ? await lockDedupKeys(tx, ctx, keyed, status) : new Set();
  const rows = await tx.execute<AlertRecord>(lockStatement(ctx, ids, matching && alertCondition(ctx, matching)));

  const now = new Date().toISOString();
  const results = new Map<string, AlertRecord | Failure>();
  const changes: LockedChange[] = [];
  let assignee: string | null = null;
  for (const before of rows) {
    const after = decide(before, now);
    const isReopened = !isFailure(after) && after.status !== before.status && blocked.has(before.id);
    results.set(before.id, isReopened ? dedupKeyTaken() : after);
    if (isFailure(after) || isReopened || after === before) continue;
    changes.push({ before, after });
    if (after.assignee_id !== before.assignee_id) assignee = after.assignee_id;
  }
  if (assignee !== null) {
    const [member] = await tx.execute(lockMemberStatement(ctx, assignee));
    if (!member) throw unknownAssignee(pointer);
  }
  if (changes.length > 0) {
    for (const row of await tx.execute<AlertRecord>(storeStatement(ctx, changes, now))) results.set(row.id, row);
  }
  if (keyed.length > 0) await tx.execute(releaseKeysStatement(ctx, keyed));
  return results;
}

/**
 * Locks the dedup keys affected by a status change. This happens before the alerts are locked, as in creates, to
 * prevent deadlocks. An alert that is reopened claims its key here.
 * @returns the UUIDs of alerts whose key belongs to another open alert.
 */
async function lockDedupKeys(
  tx: Transaction,
  ctx: Context,
  keyed: readonly KeyedAlert[],
  status: AlertStatus,
): Promise<Set<string>> {
  if (isClosed(status)) {
    await tx.execute(lockKeysStatement(ctx, keyed));
    return new Set();
  }
  const holders = await tx.execute<{ dedup_key: string; alert_id: string }>(takeKeysStatement(ctx, keyed, status));
  const holderOf = new Map(holders.map((holder) => [holder.dedup_key, holder.alert_id]));
  const isHeldElsewhere = ({ id, dedup_key }: KeyedAlert) => (holderOf.get(dedup_key ?? "") ?? id) !== id;
  return new Set(keyed.filter(isHeldElsewhere).map(({ id }) => id));
}
