select from open_dedup_keys
where organization_id = $1 and dedup_key = any($2::text[]) and alert_id = any($3::uuid[])
order by dedup_key
for update;
