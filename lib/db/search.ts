import { type SQL, sql } from "drizzle-orm";
import { containsPattern } from "./text";

/**
 * Whether a text column contains a text literally, in any case, for columns without a trigram index. Does what `ilike`
 * does, but the pattern is lowercased once and not for every row: 200 characters made that five times as slow.
 */
export function containsText(column: SQL | { getSQL(): SQL }, text: string): SQL {
  return sql`lower(${column}) like (select lower(${containsPattern(text)}))`;
}
