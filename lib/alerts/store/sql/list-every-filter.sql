-- Planned for its values.
with near as materialized (
  select a.* from (
    select a.* from alerts a
    where a.organization_id = $1::uuid and a.status = any($2::text[]) and a.use_case = $3::text
      and a.severity = $4::text and a.camera_id = any($5::uuid[]) and a.assignee_id is null
      and a.occurred_at >= $6::timestamptz and a.id >= $7::uuid and a.id >= $8::uuid and a.updated_at >= $9::timestamptz
    order by a.id desc limit 20000
  ) a
  where a.organization_id = $10::uuid and a.tags && $11::text[]
    and (coalesce(a.title, '') || chr(1) || coalesce(a.description, '') || chr(1) || a.use_case) ilike $12
  order by a.id desc limit $13
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
  select a.* from near a where (select count(*) from near) = $14
  union all
  select a.* from (
    select a.* from alerts a
    where not (select count(*) from near) = $15 and a.organization_id = $16::uuid and a.status = any($17::text[])
      and a.use_case = $18::text and a.severity = $19::text and a.camera_id = any($20::uuid[]) and a.tags && $21::text[]
      and a.assignee_id is null and a.occurred_at >= $22::timestamptz and a.id >= $23::uuid and a.id >= $24::uuid
      and a.updated_at >= $25::timestamptz
      and (coalesce(a.title, '') || chr(1) || coalesce(a.description, '') || chr(1) || a.use_case) ilike $26
    offset 0
  ) a
) a
order by a.id desc
limit $27;
