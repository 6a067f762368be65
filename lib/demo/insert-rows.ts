import { getTableColumns, type InferInsertModel, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { getTableConfig } from "drizzle-orm/pg-core";
import type { Transaction } from "@/lib/db/client";

const ROWS_PER_STATEMENT = 2_000;

/**
 * Inserts many rows with few statements. Each takes its rows as one JSON parameter. This avoids PostgreSQL's limit
 * of 65,535 parameters and the time to bind them. All rows must have the columns of the first one.
 * @param onRows called after each statement with its number of rows.
 */
export async function insertRows<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: readonly InferInsertModel<T>[],
  onRows: (count: number) => void = () => {},
): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in (rows[0] ?? {}));
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const rowType = sql`null::${sql.identifier(getTableConfig(table).name)}`;
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const part = rows.slice(start, start + ROWS_PER_STATEMENT) as Record<string, unknown>[];
    const json = JSON.stringify(
      part.map((row) => Object.fromEntries(columns.map(([key, column]) => [column.name, row[key]]))),
    );
    await tx.execute(
      sql`insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(${rowType}, ${json}::jsonb)`,
    );
    onRows(part.length);
  }
}
