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
  /** The status that the change asks for. */
  status: AlertStatus | undefined;
  /** JSON pointer of the change in the request's body. */
  pointer: string;
}

/**
 * Locks alerts and stores what they become, in the caller's transaction and in as many statements for many as for one.
 * Reading, deciding and storing are one step for every other change and every create with the same dedup key.
 * @param decide says what an alert becomes: the same object when there is nothing to store.
 * @returns per UUID the alert as it now is, or why it was refused; one that is not there, or no longer matches, is absent.
 * @throws Failure `validation_failed` for an assignee who is not a member.
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
 * Locks the dedup keys that a change of status may move, before the alerts as creates do: the other order could
 * deadlock with one. An alert that reopens takes its key here.
 * @returns the UUIDs of those whose key another open alert has.
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
