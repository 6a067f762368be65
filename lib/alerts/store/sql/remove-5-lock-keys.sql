select from open_dedup_keys
where organization_id = $1
  and alert_id = any($2::uuid[])
  and dedup_key in (
    select dedup_key from alerts
    where organization_id = $3 and id = any($4::uuid[]) and dedup_key is not null
  )
order by dedup_key
for update;
