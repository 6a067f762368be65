select encode(k.hash, 'hex') as hash, k.organization_id, k.id, k.name, k.scopes, k.expires_at,
  o.slug, o.name as organization_name, o.api_access, o.alert_retention_days,
  o.require_two_factor, case when $2::boolean then (select left(pg_walfile_name(lsn), 8) || ':' || lsn from (
  select case when pg_is_in_recovery() then null
    when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end as lsn) wal) end as wal_position
from api_keys k
join organizations o on o.id = k.organization_id
where k.hash = any($1::text::bytea[])
  and k.revoked_at is null and k.disabled_at is null and (k.expires_at is null or k.expires_at > now());
