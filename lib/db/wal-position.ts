/**
 * SQL for the primary's log position, as timeline and flushed position, such as `00000001:16/B374D848`. A commit
 * is flushed before it is acknowledged. With asynchronous commits, the inserted position is used instead.
 */
export const WAL_POSITION = `(select left(pg_walfile_name(lsn), 8) || ':' || lsn from (
  select case when pg_is_in_recovery() then null
    when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end as lsn) wal)`;

/**
 * A position in the primary's log. Each failover starts a new timeline, and positions of different timelines can't
 * be compared.
 */
export interface WalPosition {
  timeline: number;
  lsn: string;
  /** `lsn` as a number. */
  bytes: number;
}

/** Parses a position that was selected with `WAL_POSITION`. */
export function parsePosition(text: string): WalPosition {
  const [timeline = "", lsn = ""] = text.split(":");
  return { timeline: Number.parseInt(timeline, 16), lsn, bytes: lsnToBytes(lsn) };
}

/** Returns the number of log bytes before a position such as `16/B374D848`. */
export function lsnToBytes(lsn: string): number {
  const [high = "", low = ""] = lsn.split("/");
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}
