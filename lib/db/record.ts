import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Returns the property name of a column in a Drizzle table, such as `createdAt` for `created_at`. */
export const camelCase = <Name extends string>(name: Name) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;

type TextOfTimes<Value> = Value extends Date ? string : Value;

/** A row of a table as raw SQL returns it: keyed by column name, with times as text in UTC. */
export type RecordOf<Table extends PgTable> = {
  [Name in keyof Table["$inferSelect"] & string as SnakeCase<Name>]: TextOfTimes<Table["$inferSelect"][Name]>;
};

export interface ColumnType {
  sqlType: string;
  isNullable: boolean;
}

/** Returns the type and nullability of a table's columns, by SQL name and in order. */
export function columnTypes(table: PgTable): ReadonlyMap<string, ColumnType> {
  const columns = Object.values(getTableColumns(table));
  return new Map(columns.map((column) => [column.name, { sqlType: column.getSQLType(), isNullable: !column.notNull }]));
}
