select q.id, q.dedup_key, pg_advisory_xact_lock(q.lock_key)
from (
  select a.id, a.dedup_key, hashtextextended(
    coalesce('dedup/' || a.organization_id || '/' || a.dedup_key, 'alert/' || a.id), 0) as lock_key
  from alerts a
  where a.organization_id = $1 and a.id = any($2::uuid[])
  order by lock_key
) q;
