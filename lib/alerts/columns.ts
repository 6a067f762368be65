import { sql } from "drizzle-orm";
import { type ColumnType, columnTypes, type RecordOf } from "@/lib/db/record";
import { alerts } from "@/lib/db/tables/alerts";
import { type AlertFieldName, alertField, alertFieldNames, type alertFields } from "./fields";

/** The columns of an alert that a reply needs, as raw SQL returns them. */
export type AlertColumns = Omit<RecordOf<typeof alerts>, "organization_id">;
export type AlertColumn = keyof AlertColumns;

const types = columnTypes(alerts);

/**
 * Returns the SQL type of a column, and whether it is nullable.
 * @throws Error for an unknown column.
 */
export function alertColumnType(name: string): ColumnType {
  const type = types.get(name);
  if (!type) throw new Error(`The alerts table has no column ${name}`);
  return type;
}

const PARTS_OF_ACTOR = ["kind", "id", "name"] as const;

/** Returns the names of a field's columns: three for an actor, otherwise one with the field's name. */
export function columnsOf(name: AlertFieldName): AlertColumn[] {
  const columns = alertField(name).form === "actor" ? PARTS_OF_ACTOR.map((part) => `${name}_${part}`) : [name];
  return columns as AlertColumn[];
}

/** The columns to select, in the order of the reply's fields. */
export const alertColumnNames = alertFieldNames.flatMap(columnsOf);

/** `alertColumnNames` as SQL, for a table or CTE named `a`. */
export const alertColumns = sql.raw(alertColumnNames.map((name) => `a.${name}`).join(", "));

/** The name of a field's first column, which is null if and only if the field is null. */
type FirstColumn<N extends AlertFieldName> = (typeof alertFields)[N]["form"] extends "actor" ? `${N}_kind` : N;
/** The names of the fields that can be null. */
export type NullableAlertField = {
  [N in AlertFieldName]: null extends AlertColumns[FirstColumn<N> & AlertColumn] ? N : never;
}[AlertFieldName];

export const isNullableField = (name: AlertFieldName): boolean =>
  columnsOf(name).some((column) => alertColumnType(column).isNullable);
