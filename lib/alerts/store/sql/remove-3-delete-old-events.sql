delete from events
where organization_id = $1 and id = any(array(
  select id
  from events
  where organization_id = $2 and subject_id = any($3::uuid[]) and id < $4::uuid
  limit $5
  for update skip locked
));
