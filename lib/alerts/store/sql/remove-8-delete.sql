with removed as (
  delete from alerts
  where organization_id = $1 and id = any($2::uuid[])
  returning *
)
insert into alert_deltas (organization_id, quarter, camera_id, use_case, severity, status, n)
select $3::uuid, date_bin('15 minutes', r.occurred_at, 'epoch') as quarter, camera_id, use_case, severity,
  status, -count(*)
from removed r
group by quarter, camera_id, use_case, severity, status;
