import { sql } from "drizzle-orm";
import { encodeId, type IdKind } from "@/lib/db/ids";
import { isoTimeOrNull } from "@/lib/db/text";
import { type ActorReference, actorIdKind } from "@/lib/http/wire";
import type { ActorKind } from "@/lib/values";
import { type AlertColumn, type AlertColumns, columnsOf } from "./columns";
import { type AlertFieldName, alertField, alertFieldNames } from "./fields";
import type { Alert } from "./schema";

/** A row of the alerts table in PostgreSQL's text format: times are text in UTC. */
export type AlertRecord = Omit<AlertColumns, "media"> & {
  media: Alert["media"];
  // Present only if the row was read with `joinedCameraColumns`.
  camera_name?: string;
  camera_external_id?: string | null;
  site_id?: string | null;
  site_name?: string | null;
};

const snapshotColumns = ["camera_id", "use_case", "severity", "status", "title", "version"] as const;

/**
 * Returns SQL for the snapshot of an alert in its events, so that subscribers don't have to read the alert.
 * `toEvent` completes its IDs.
 * @param of returns the SQL of a column, by default of a table or CTE named `a`.
 */
export const eventSnapshotSql = (of: (name: (typeof snapshotColumns)[number]) => string = (name) => `a.${name}`) =>
  `jsonb_build_object(${snapshotColumns.map((name) => `'${name}', ${of(name)}`).join(", ")})`;
export const toEventSnapshot = (row: Pick<AlertRecord, (typeof snapshotColumns)[number]>) => ({
  camera_id: row.camera_id,
  use_case: row.use_case,
  severity: row.severity,
  status: row.status,
  title: row.title,
  version: row.version,
});

/** The columns that `expand=camera` adds to a select. They require `cameraJoin`. */
export const joinedCameraColumns = sql.raw(
  ", c.name as camera_name, c.external_id as camera_external_id, s.id as site_id, s.name as site_name",
);
export const cameraJoin = sql.raw(
  `join cameras c on c.organization_id = a.organization_id and c.id = a.camera_id
left join sites s on s.organization_id = c.organization_id and s.id = c.site_id`,
);

function actorOf(kind: ActorKind | null, id: string | null, name: string | null): ActorReference | null {
  return kind && id ? { kind, id: encodeId(actorIdKind(kind), id), name: name ?? "" } : null;
}

type ReadField = (row: AlertRecord) => unknown;

/** Returns a function that reads a reply's field from a row. */
function reader(name: AlertFieldName): ReadField {
  const field = alertField(name);
  const [first, second, third] = columnsOf(name);
  if (first === undefined) throw new Error(`The field ${name} has no column`);
  const text = (row: AlertRecord) => row[first] as string | null;
  switch (field.form) {
    case "id":
      return (row) => encodeIdOrNull(field.of, text(row));
    case "time":
      return (row) => isoTimeOrNull(text(row));
    case "actor": {
      const [id, shown] = [second as AlertColumn, third as AlertColumn];
      return (row) => actorOf(row[first] as ActorKind | null, row[id] as string | null, row[shown] as string | null);
    }
    default:
      return (row) => row[first];
  }
}

const readers = alertFieldNames.map((name) => [name, reader(name)] as const);
const encodeIdOrNull = (kind: IdKind, id: string | null) => (id === null ? null : encodeId(kind, id));

/** Converts a row to the API's format, with the camera if the row contains its columns. */
export function toAlert(row: AlertRecord): Alert {
  const alert: Record<string, unknown> = {};
  for (const [name, read] of readers) alert[name] = read(row);
  if (row.camera_name !== undefined) {
    alert.camera = {
      id: alert.camera_id,
      name: row.camera_name,
      external_id: row.camera_external_id ?? null,
      site: row.site_id ? { id: encodeId("site", row.site_id), name: row.site_name ?? "" } : null,
    };
  }
  return alert as Alert;
}
