import { sql } from "drizzle-orm";
import { encodeId } from "@/lib/db/ids";
import { isoTime, isoTimeOrNull } from "@/lib/db/text";
import { type ActorReference, actorIdKind } from "@/lib/http/wire";
import type { ActorKind, AlertStatus, Disposition, Severity } from "@/lib/values";
import type { Alert } from "./schema";

/** A row as PostgreSQL's text protocol gives it: times are text in UTC. */
export type AlertRecord = {
  id: string;
  camera_id: string;
  use_case: string;
  status: AlertStatus;
  severity: Severity;
  title: string | null;
  description: string | null;
  occurred_at: string;
  dedup_key: string | null;
  confidence: number | null;
  media: Alert["media"];
  tags: string[];
  metadata: Record<string, unknown>;
  assignee_id: string | null;
  disposition: Disposition | null;
  disposition_reason: string | null;
  occurrence_count: number;
  last_occurred_at: string;
  source_kind: ActorKind;
  source_id: string;
  source_name: string;
  created_at: string;
  updated_at: string;
  acknowledged_at: string | null;
  acknowledged_by_kind: ActorKind | null;
  acknowledged_by_id: string | null;
  acknowledged_by_name: string | null;
  resolved_at: string | null;
  resolved_by_kind: ActorKind | null;
  resolved_by_id: string | null;
  resolved_by_name: string | null;
  version: number;
  camera_name?: string;
  camera_external_id?: string | null;
  site_id?: string | null;
  site_name?: string | null;
};

/** The columns that leave, of a table or CTE named `a`. */
export const alertColumns = sql.raw(
  `a.id, a.camera_id, a.use_case, a.status, a.severity, a.title, a.description, a.occurred_at, a.dedup_key, a.confidence,
   a.media, a.tags, a.metadata, a.assignee_id, a.disposition, a.disposition_reason, a.occurrence_count,
   a.last_occurred_at, a.source_kind, a.source_id, a.source_name, a.created_at, a.updated_at, a.acknowledged_at,
   a.acknowledged_by_kind, a.acknowledged_by_id, a.acknowledged_by_name, a.resolved_at, a.resolved_by_kind,
   a.resolved_by_id, a.resolved_by_name, a.version`,
);

const snapshotColumns = ["camera_id", "use_case", "severity", "status", "title", "version"] as const;

/**
 * The snapshot of an alert that its events carry, so that subscribers need not read it; in SQL, of a table or CTE named `a` if not said
 * otherwise, and of a row. Its ids are completed where the event leaves (`toEvent`).
 */
export const eventSnapshotSql = (of: (name: (typeof snapshotColumns)[number]) => string = (name) => `a.${name}`) =>
  `jsonb_build_object(${snapshotColumns.map((name) => `'${name}', ${of(name)}`).join(", ")})`;
export const toEventSnapshot = (row: AlertRecord) =>
  Object.fromEntries(snapshotColumns.map((name) => [name, row[name]]));

/** The columns of `expand=camera`, with `cameraJoin`. */
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

/** A row as callers see it. */
export function toAlert(row: AlertRecord): Alert {
  return {
    id: encodeId("alert", row.id),
    camera_id: encodeId("camera", row.camera_id),
    ...(row.camera_name !== undefined && {
      camera: {
        id: encodeId("camera", row.camera_id),
        name: row.camera_name,
        external_id: row.camera_external_id ?? null,
        site: row.site_id ? { id: encodeId("site", row.site_id), name: row.site_name ?? "" } : null,
      },
    }),
    use_case: row.use_case,
    status: row.status,
    severity: row.severity,
    title: row.title,
    description: row.description,
    occurred_at: isoTime(row.occurred_at),
    dedup_key: row.dedup_key,
    confidence: row.confidence,
    media: row.media,
    tags: row.tags,
    metadata: row.metadata,
    assignee_id: row.assignee_id && encodeId("user", row.assignee_id),
    disposition: row.disposition,
    disposition_reason: row.disposition_reason,
    occurrence_count: row.occurrence_count,
    last_occurred_at: isoTime(row.last_occurred_at),
    source: { kind: row.source_kind, id: encodeId(actorIdKind(row.source_kind), row.source_id), name: row.source_name },
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    acknowledged_at: isoTimeOrNull(row.acknowledged_at),
    acknowledged_by: actorOf(row.acknowledged_by_kind, row.acknowledged_by_id, row.acknowledged_by_name),
    resolved_at: isoTimeOrNull(row.resolved_at),
    resolved_by: actorOf(row.resolved_by_kind, row.resolved_by_id, row.resolved_by_name),
    version: row.version,
  };
}
