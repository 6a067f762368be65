-- Planned for its values.
with near as materialized (
  select a.* from (
    select a.* from alerts a
    where a.organization_id = $1::uuid and a.id < $2::uuid
    order by a.id desc limit 20000
  ) a
  where a.organization_id = $3::uuid and a.tags && $4::text[]
  order by a.id desc limit $5
)
select concat_ws(e'\x1f', a.id, a.camera_id, a.use_case, a.status, a.severity, coalesce(a.title::text, e'\x1e'),
  coalesce(a.description::text, e'\x1e'), a.occurred_at, coalesce(a.dedup_key::text, e'\x1e'),
  coalesce(a.confidence::text, e'\x1e'), a.media, array_to_json(a.tags), a.metadata,
  coalesce(a.assignee_id::text, e'\x1e'), coalesce(a.disposition::text, e'\x1e'),
  coalesce(a.disposition_reason::text, e'\x1e'), a.occurrence_count, a.last_occurred_at, a.source_kind, a.source_id,
  a.source_name, a.created_at, a.updated_at, coalesce(a.acknowledged_at::text, e'\x1e'),
  coalesce(a.acknowledged_by_kind::text, e'\x1e'), coalesce(a.acknowledged_by_id::text, e'\x1e'),
  coalesce(a.acknowledged_by_name::text, e'\x1e'), coalesce(a.resolved_at::text, e'\x1e'),
  coalesce(a.resolved_by_kind::text, e'\x1e'), coalesce(a.resolved_by_id::text, e'\x1e'),
  coalesce(a.resolved_by_name::text, e'\x1e'), a.version) as value
from (
  select a.* from near a where (select count(*) from near) = $6
  union all
  select a.* from (
    select a.* from alerts a
    where not (select count(*) from near) = $7 and a.organization_id = $8::uuid and a.tags && $9::text[]
      and a.id < $10::uuid
    offset 0
  ) a
) a
order by a.id desc
limit $11;
