import { type SQL, sql } from "drizzle-orm";
import { containsPattern } from "./text";

/**
 * Whether a text column contains a text literally, in any case, for columns without a trigram index. Does what `ilike`
 * does, but lowercases the pattern once instead of for every row: with 200 characters, that is five times as fast.
 */
export function containsText(column: SQL | { getSQL(): SQL }, text: string): SQL {
  return sql`lower(${column}) like (select lower(${containsPattern(text)}))`;
}
