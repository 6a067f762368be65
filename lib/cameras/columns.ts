import { getTableColumns } from "drizzle-orm";
import type { CamelCase } from "@/lib/db/record";
import { camelCase } from "@/lib/db/record";
import { cameras } from "@/lib/db/tables/cameras";
import { type CameraFieldName, cameraFieldNames } from "./fields";

type Row = typeof cameras.$inferSelect;

/** The names of the fields that are columns of the table. The other fields are computed. */
type StoredField = { [N in CameraFieldName]: CamelCase<N> extends keyof Row ? N : never }[CameraFieldName];
type StoredColumn = CamelCase<StoredField> & keyof Row;

/** The names of the fields that can be null. */
export type NullableCameraField = {
  [N in StoredField]: null extends Row[CamelCase<N> & keyof Row] ? N : never;
}[StoredField];

const columns = getTableColumns(cameras);
const columnOf = (name: CameraFieldName) => columns[camelCase(name) as StoredColumn];

export const isNullableCameraField = (name: CameraFieldName): boolean => columnOf(name)?.notNull === false;

/** The columns to select. The encrypted stream credentials aren't among them. */
export const storedColumns = Object.fromEntries(
  cameraFieldNames.flatMap((name) => (columnOf(name) ? [[camelCase(name), columnOf(name)]] : [])),
) as Pick<typeof columns, StoredColumn>;
