select a.id, a.camera_id, a.use_case, a.status, a.severity, a.title, a.description, a.occurred_at, a.dedup_key,
  a.confidence, a.media, a.tags, a.metadata, a.assignee_id, a.disposition, a.disposition_reason, a.occurrence_count,
  a.last_occurred_at, a.source_kind, a.source_id, a.source_name, a.created_at, a.updated_at, a.acknowledged_at,
  a.acknowledged_by_kind, a.acknowledged_by_id, a.acknowledged_by_name, a.resolved_at, a.resolved_by_kind,
  a.resolved_by_id, a.resolved_by_name, a.version
from alerts a
where a.organization_id = $1 and a.id = any($2::uuid[])
order by a.id
for update;
