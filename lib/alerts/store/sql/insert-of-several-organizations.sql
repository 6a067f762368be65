with given as materialized (
  select r.*, r.ordinality::int - 1 as n,
    coalesce(
      (select c.id from cameras c
        where c.organization_id = r.organization_id and c.id = r.camera_id and c.archived_at is null),
      (select c.id from cameras c
        where c.organization_id = r.organization_id and c.archived_at is null and c.external_id = r.external_id)
    ) as camera_uuid
  from rows from (
    json_to_recordset($1::json) as (organization_id uuid, event_id uuid, external_id text, camera_id uuid, id uuid,
      use_case text, status text, severity text, title text, description text, occurred_at timestamp (3) with time zone,
      dedup_key text, confidence double precision, media jsonb, tags text[], metadata jsonb, assignee_id uuid,
      disposition text, disposition_reason text, source_kind text, source_id uuid, source_name text,
      created_at timestamp (3) with time zone, acknowledged_at timestamp (3) with time zone, acknowledged_by_kind text,
      acknowledged_by_id uuid, acknowledged_by_name text, resolved_at timestamp (3) with time zone,
      resolved_by_kind text, resolved_by_id uuid, resolved_by_name text)
  ) with ordinality r
), valid as not materialized (
  select * from given where camera_uuid is not null
), inserted as (
  insert into alerts (organization_id, camera_id, occurrence_count, last_occurred_at, updated_at, id, use_case, status,
    severity, title, description, occurred_at, dedup_key, confidence, media, tags, metadata, assignee_id, disposition,
    disposition_reason, source_kind, source_id, source_name, created_at, acknowledged_at, acknowledged_by_kind,
    acknowledged_by_id, acknowledged_by_name, resolved_at, resolved_by_kind, resolved_by_id, resolved_by_name)
  select r.organization_id, r.camera_uuid, 1, r.occurred_at, r.created_at, r.id, r.use_case, r.status, r.severity,
    r.title, r.description, r.occurred_at, r.dedup_key, r.confidence, r.media, r.tags, r.metadata, r.assignee_id,
    r.disposition, r.disposition_reason, r.source_kind, r.source_id, r.source_name, r.created_at, r.acknowledged_at,
    r.acknowledged_by_kind, r.acknowledged_by_id, r.acknowledged_by_name, r.resolved_at, r.resolved_by_kind,
    r.resolved_by_id, r.resolved_by_name
  from valid r
), counted as (
  insert into alert_deltas (organization_id, quarter, camera_id, use_case, severity, status, n)
  select r.organization_id, date_bin('15 minutes', r.occurred_at, 'epoch'), r.camera_uuid, r.use_case, r.severity,
    r.status, 1
  from valid r
), recorded as (
  insert into events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data)
  select r.organization_id, r.event_id, 'alert.created', r.id, r.source_kind, r.source_id, r.source_name,
    jsonb_build_object('alert', jsonb_build_object('camera_id', r.camera_uuid, 'use_case', r.use_case, 'severity',
      r.severity, 'status', r.status, 'title', r.title, 'version', 1))
  from valid r
)
select n, camera_uuid from given;
