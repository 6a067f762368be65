delete from open_dedup_keys k
where k.organization_id = $1 and k.dedup_key = any($2::text[]) and k.alert_id = any($3::uuid[])
  and not exists (
    select from alerts a
    where a.organization_id = k.organization_id and a.id = k.alert_id and a.status = any($4::text[])
  );
