insert into open_dedup_keys as k (organization_id, dedup_key, alert_id)
select distinct on (a.dedup_key) a.organization_id, a.dedup_key, a.id
from alerts a
where a.organization_id = $1 and a.id = any($2::uuid[])
  and a.status = any($3::text[])
order by a.dedup_key, a.id
on conflict (organization_id, dedup_key) do update set alert_id = k.alert_id
returning k.dedup_key, k.alert_id;
