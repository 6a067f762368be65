import { or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { decodeId } from "@/lib/db/ids";
import { containsText } from "@/lib/db/search";
import { cameras } from "@/lib/db/tables/cameras";
import { idSchema, listParameter, nameSchema, textSchema } from "@/lib/http/wire";
import { MAX_SEARCH } from "@/lib/limits";
import { cameraStatuses } from "@/lib/values";
import { effectiveTime, statusAt } from "./status";

export const cameraStatusSchema = z.enum(cameraStatuses).meta({ id: "CameraStatus" });

/** Combines the query schema of a filter with its SQL condition. */
const filter = <Schema extends z.ZodType>(schema: Schema, condition: (value: z.output<Schema>) => SQL | undefined) => ({
  schema: schema.optional(),
  condition,
});

const isAny = (column: PgColumn, values: readonly (string | null)[], type: "text" | "uuid") =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;

/** All camera filters. Each operation selects the ones it accepts. */
const all = {
  status: filter(
    listParameter(cameraStatusSchema),
    (values) => sql`${statusAt(effectiveTime()).status} = any(${sql.param(values)}::text[])`,
  ),
  external_id: filter(listParameter(nameSchema(255)), (values) => isAny(cameras.externalId, values, "text")),
  camera_id: filter(listParameter(idSchema("camera")), (values) =>
    isAny(
      cameras.id,
      values.map((id) => decodeId("camera", id)),
      "uuid",
    ),
  ),
  site_id: filter(listParameter(idSchema("site")), (values) => {
    const [first, ...others] = values.map((id) => decodeId("site", id));
    // A single site is compared with `=`, because only then does the index return its cameras in list order.
    if (others.length === 0) return sql`${cameras.siteId} = ${first}::uuid`;
    return isAny(cameras.siteId, [first ?? null, ...others], "uuid");
  }),
  tag: filter(
    listParameter(nameSchema(50)).meta({ description: "Cameras with any of these tags" }),
    (values) => sql`${cameras.tags} && ${sql.param(values)}::text[]`,
  ),
  q: filter(textSchema(MAX_SEARCH).meta({ description: "Matches this text in the name or external ID" }), (text) =>
    text ? or(containsText(cameras.name, text), containsText(cameras.externalId, text)) : undefined,
  ),
};

type FilterName = keyof typeof all;
export type CameraFilterValues = { [Name in FilterName]?: z.output<(typeof all)[Name]["schema"]> };

type Schemas<Name extends FilterName> = { [Each in Name]: (typeof all)[Each]["schema"] };

/** Returns the query schemas of these filters. */
function schemas<Name extends FilterName>(...names: Name[]): Schemas<Name> {
  return Object.fromEntries(names.map((name) => [name, all[name].schema])) as Schemas<Name>;
}

/** The filters of the camera counts. */
export const cameraCountsFilters = schemas("site_id", "tag", "q");
export const cameraListFilters = schemas("status", "external_id", "site_id", "tag", "q");
export const uptimeFilters = schemas("camera_id", "site_id");

/** Returns the SQL conditions of the filters in a query. */
export function filterConditions(values: CameraFilterValues): (SQL | undefined)[] {
  const conditionOf = <Name extends FilterName>(name: Name) => {
    const value = values[name];
    const { condition } = all[name] as { condition: (value: unknown) => SQL | undefined };
    return value === undefined ? undefined : condition(value);
  };
  return (Object.keys(all) as FilterName[]).map(conditionOf);
}
