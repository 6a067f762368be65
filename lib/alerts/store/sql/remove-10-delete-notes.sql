delete from notes
where organization_id = $1 and alert_id = any($2::uuid[]);
