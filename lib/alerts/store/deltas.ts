/**
 * Inserts into `alert_deltas`, from which analytics adds up its numbers: every statement that makes, moves or deletes
 * alerts does so, in itself. (Triggers with transition tables do not run on the shards of a distributed table.)
 */
export const INSERT_DELTAS =
  "insert into alert_deltas (organization_id, quarter, camera_id, use_case, severity, status, n)";

/** The quarter of an hour in which an alert occurred. */
export const quarterSql = (alias: string) => `date_bin('15 minutes', ${alias}.occurred_at, 'epoch')`;
