import { type SQL, sql } from "drizzle-orm";
import { containsPattern } from "./text";

/**
 * Returns the SQL condition that a column contains a text, ignoring case. It is meant for columns without a
 * trigram index. It is equivalent to `ilike`, but lowercases the pattern once instead of per row. With 200
 * characters, that is five times as fast.
 */
export function containsText(column: SQL | { getSQL(): SQL }, text: string): SQL {
  return sql`lower(${column}) like (select lower(${containsPattern(text)}))`;
}
