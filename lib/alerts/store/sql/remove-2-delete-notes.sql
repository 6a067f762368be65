delete from notes
where organization_id = $1 and id = any(array(
  select id
  from notes
  where organization_id = $2 and alert_id = any($3::uuid[])
  limit $4
  for update skip locked
));
