import postgres from "postgres";
import { v7 } from "uuid";

/**
 * Opens a reference's connections. Both references do the same minimal work with postgres.js: no key, limits,
 * validation, request log or events. IDs are plain UUIDs.
 */
export function connectReference() {
  return postgres(process.env.DATABASE_URL ?? "", { max: Number(process.env.POOL_SIZE), onnotice: () => {} });
}

const organizationId = process.env.ORGANIZATION_ID ?? "";
const PAGE = 50;

type Kind = string | null;

interface AlertRow extends Record<string, unknown> {
  id: string;
  source_kind: Kind;
  source_id: Kind;
  source_name: Kind;
  acknowledged_by_kind: Kind;
  acknowledged_by_id: Kind;
  acknowledged_by_name: Kind;
  resolved_by_kind: Kind;
  resolved_by_id: Kind;
  resolved_by_name: Kind;
}

export interface ReferenceAlertInput {
  camera_id: string;
  use_case: string;
  status: string;
  severity: string;
  title: string;
  metadata: postgres.JSONValue;
}

const columns = (sql: postgres.Sql) => sql`
  id, camera_id, use_case, status, severity, title, description, occurred_at, dedup_key, confidence, media, tags,
  metadata, assignee_id, disposition, disposition_reason, occurrence_count, last_occurred_at, source_kind, source_id,
  source_name, created_at, updated_at, acknowledged_at, acknowledged_by_kind, acknowledged_by_id, acknowledged_by_name,
  resolved_at, resolved_by_kind, resolved_by_id, resolved_by_name, version`;

const person = (kind: Kind, id: Kind, name: Kind) => (kind ? { kind, id, name } : null);

function toAlert(row: AlertRow) {
  const { source_kind, source_id, source_name, acknowledged_by_kind, acknowledged_by_id, acknowledged_by_name } = row;
  const { resolved_by_kind, resolved_by_id, resolved_by_name } = row;
  return {
    id: row.id,
    camera_id: row.camera_id,
    use_case: row.use_case,
    status: row.status,
    severity: row.severity,
    title: row.title,
    description: row.description,
    occurred_at: row.occurred_at,
    dedup_key: row.dedup_key,
    confidence: row.confidence,
    media: row.media,
    tags: row.tags,
    metadata: row.metadata,
    assignee_id: row.assignee_id,
    disposition: row.disposition,
    disposition_reason: row.disposition_reason,
    occurrence_count: row.occurrence_count,
    last_occurred_at: row.last_occurred_at,
    source: person(source_kind, source_id, source_name),
    created_at: row.created_at,
    updated_at: row.updated_at,
    acknowledged_at: row.acknowledged_at,
    acknowledged_by: person(acknowledged_by_kind, acknowledged_by_id, acknowledged_by_name),
    resolved_at: row.resolved_at,
    resolved_by: person(resolved_by_kind, resolved_by_id, resolved_by_name),
    version: row.version,
  };
}

/**
 * Reads the first page like our server: the newest 50 alerts, and one more to determine whether there is a next
 * page.
 */
export function selectReferencePage(sql: postgres.Sql) {
  return sql<AlertRow[]>`
    select ${columns(sql)} from alerts where organization_id = ${organizationId} order by id desc limit ${PAGE + 1}`;
}

export async function listReferenceAlerts(sql: postgres.Sql) {
  const rows = await selectReferencePage(sql);
  const hasMore = rows.length > PAGE;
  const data = rows.slice(0, PAGE).map(toAlert);
  return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

/** Inserts an alert into the same table, with its indexes and its analytics counts. Resolves after the commit. */
export function insertReferenceRow(sql: postgres.Sql, input: ReferenceAlertInput) {
  const now = new Date();
  return sql<AlertRow[]>`
    with counted as (
      insert into alert_deltas (organization_id, quarter, camera_id, use_case, severity, status, n)
      values (${organizationId}, date_bin('15 minutes', ${now}::timestamptz, 'epoch'), ${input.camera_id},
        ${input.use_case}, ${input.severity}, ${input.status}, 1)
    )
    insert into alerts (organization_id, id, camera_id, use_case, status, severity, title, metadata, occurred_at,
      last_occurred_at, source_kind, source_id, source_name, created_at, updated_at)
    values (${organizationId}, ${v7()}, ${input.camera_id}, ${input.use_case}, ${input.status}, ${input.severity},
      ${input.title}, ${sql.json(input.metadata)}, ${now}, ${now}, 'api_key', ${organizationId}, 'Reference', ${now}, ${now})
    returning ${columns(sql)}`;
}

export async function createReferenceAlert(sql: postgres.Sql, input: ReferenceAlertInput) {
  const [row] = await insertReferenceRow(sql, input);
  return row ? toAlert(row) : null;
}
