select concat_ws(e'\x1f', a.id, a.camera_id, a.use_case, a.status, a.severity, coalesce(a.title::text, e'\x1e'),
  coalesce(a.description::text, e'\x1e'), a.occurred_at, coalesce(a.dedup_key::text, e'\x1e'),
  coalesce(a.confidence::text, e'\x1e'), a.media, array_to_json(a.tags), a.metadata,
  coalesce(a.assignee_id::text, e'\x1e'), coalesce(a.disposition::text, e'\x1e'),
  coalesce(a.disposition_reason::text, e'\x1e'), a.occurrence_count, a.last_occurred_at, a.source_kind, a.source_id,
  a.source_name, a.created_at, a.updated_at, coalesce(a.acknowledged_at::text, e'\x1e'),
  coalesce(a.acknowledged_by_kind::text, e'\x1e'), coalesce(a.acknowledged_by_id::text, e'\x1e'),
  coalesce(a.acknowledged_by_name::text, e'\x1e'), coalesce(a.resolved_at::text, e'\x1e'),
  coalesce(a.resolved_by_kind::text, e'\x1e'), coalesce(a.resolved_by_id::text, e'\x1e'),
  coalesce(a.resolved_by_name::text, e'\x1e'), a.version, coalesce(c.name::text, e'\x1e'),
  coalesce(c.external_id::text, e'\x1e'), coalesce(s.id::text, e'\x1e'), coalesce(s.name::text, e'\x1e')) as value
from (
  select a.* from alerts a
    where a.organization_id = $1::uuid
    order by a.id desc limit 256
) a
join cameras c on c.organization_id = a.organization_id and c.id = a.camera_id
left join sites s on s.organization_id = c.organization_id and s.id = c.site_id
order by a.id desc
limit $2;
