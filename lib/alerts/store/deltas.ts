/**
 * The start of the SQL that inserts into `alert_deltas`, from which analytics computes its figures. Every
 * statement that creates, changes or deletes alerts contains it. A trigger can't replace it: triggers with
 * transition tables don't run on the shards of a distributed table.
 */
export const INSERT_DELTAS =
  "insert into alert_deltas (organization_id, quarter, camera_id, use_case, severity, status, n)";

/** Returns SQL for the start of the quarter hour in which an alert occurred. */
export const quarterSql = (alias: string) => `date_bin('15 minutes', ${alias}.occurred_at, 'epoch')`;
