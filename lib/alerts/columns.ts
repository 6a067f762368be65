import { sql } from "drizzle-orm";
import { type ColumnType, columnTypes, type RecordOf } from "@/lib/db/record";
import { alerts } from "@/lib/db/tables/alerts";
import { type AlertFieldName, alertField, alertFieldNames, type alertFields } from "./fields";

/** The columns needed for a reply, as read by raw SQL. */
export type AlertColumns = Omit<RecordOf<typeof alerts>, "organization_id">;
export type AlertColumn = keyof AlertColumns;

const types = columnTypes(alerts);

/** The SQL type of a column, and whether it is nullable. */
export function alertColumnType(name: string): ColumnType {
  const type = types.get(name);
  if (!type) throw new Error(`The alerts table has no column ${name}`);
  return type;
}

const PARTS_OF_ACTOR = ["kind", "id", "name"] as const;

/** Returns the columns of a field: three for an actor, otherwise the one of the same name. */
export function columnsOf(name: AlertFieldName): AlertColumn[] {
  const columns = alertField(name).form === "actor" ? PARTS_OF_ACTOR.map((part) => `${name}_${part}`) : [name];
  return columns as AlertColumn[];
}

/** The columns to select, in the order of the reply's fields. */
export const alertColumnNames = alertFieldNames.flatMap(columnsOf);

/** The same columns in SQL, for a table or CTE named `a`. */
export const alertColumns = sql.raw(alertColumnNames.map((name) => `a.${name}`).join(", "));

/** The first column of a field. It is null if the field is null. */
type FirstColumn<N extends AlertFieldName> = (typeof alertFields)[N]["form"] extends "actor" ? `${N}_kind` : N;
/** The nullable fields. */
export type NullableAlertField = {
  [N in AlertFieldName]: null extends AlertColumns[FirstColumn<N> & AlertColumn] ? N : never;
}[AlertFieldName];

export const isNullableField = (name: AlertFieldName): boolean =>
  columnsOf(name).some((column) => alertColumnType(column).isNullable);
