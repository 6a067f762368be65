update events
set type = 'deleted', subject_id = '00000000-0000-0000-0000-000000000000', actor_kind = 'system', actor_id = null,
  actor_name = '', data = '{}'
where organization_id = $1 and subject_id = any($2::uuid[]);
