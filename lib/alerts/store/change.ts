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
  /** UUIDs. */
  ids: readonly string[];
  /** A filter that the alerts must still match once they are locked. */
  matching?: AlertFilter | undefined;
  /** The requested status. */
  status: AlertStatus | undefined;
  /** JSON pointer to the change in the request body. */
  pointer: string;
}

/**
 * Locks alerts and stores their changes in the caller's transaction, with the same number of statements for one or many
 * alerts. Concurrent changes, and creates with the same dedup key, see it as one atomic step.
 * @param decide returns the changed alert, or the same object if nothing changes.
 * @returns by UUID, the alert or why it was rejected. Missing alerts and those that no longer match are absent.
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
 * Locks the dedup keys affected by a status change before the alerts, in the same order as creates, to prevent
 * deadlocks. A reopened alert claims its key here.
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
