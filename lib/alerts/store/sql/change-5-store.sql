with changed as (
  update alerts a
  set status = n.status, severity = n.severity, title = n.title, description = n.description, tags = n.tags,
    metadata = n.metadata, assignee_id = n.assignee_id, disposition = n.disposition,
    disposition_reason = n.disposition_reason, version = n.version, acknowledged_at = n.acknowledged_at,
    acknowledged_by_kind = n.acknowledged_by_kind, acknowledged_by_id = n.acknowledged_by_id,
    acknowledged_by_name = n.acknowledged_by_name, resolved_at = n.resolved_at, resolved_by_kind = n.resolved_by_kind,
    resolved_by_id = n.resolved_by_id, resolved_by_name = n.resolved_by_name, updated_at = $1::timestamptz
  from jsonb_to_recordset($2::jsonb) as n(id uuid, status text, severity text, title text, description text,
    tags text[], metadata jsonb, assignee_id uuid, disposition text, disposition_reason text, version integer,
    acknowledged_at timestamp (3) with time zone, acknowledged_by_kind text, acknowledged_by_id uuid,
    acknowledged_by_name text, resolved_at timestamp (3) with time zone, resolved_by_kind text, resolved_by_id uuid,
    resolved_by_name text, old_severity text, old_status text)
  where a.organization_id = $3 and a.id = n.id
  returning a.*, n.old_severity, n.old_status
), counted as (
  insert into alert_deltas (organization_id, quarter, camera_id, use_case, severity, status, n)
  select $4::uuid, date_bin('15 minutes', a.occurred_at, 'epoch'), a.camera_id, a.use_case, moved.severity,
    moved.status, moved.n
  from changed a
  cross join lateral (values (a.old_severity, a.old_status, -1), (a.severity, a.status, 1)) as moved(severity, status,
    n)
  where (a.severity, a.status) <> (a.old_severity, a.old_status)
)
select a.id, a.camera_id, a.use_case, a.status, a.severity, a.title, a.description, a.occurred_at, a.dedup_key,
  a.confidence, a.media, a.tags, a.metadata, a.assignee_id, a.disposition, a.disposition_reason, a.occurrence_count,
  a.last_occurred_at, a.source_kind, a.source_id, a.source_name, a.created_at, a.updated_at, a.acknowledged_at,
  a.acknowledged_by_kind, a.acknowledged_by_id, a.acknowledged_by_name, a.resolved_at, a.resolved_by_kind,
  a.resolved_by_id, a.resolved_by_name, a.version
from changed a;
