select encode(t.hash, 'hex') as hash, t.organization_id, a.id, a.name, t.expires_at,
  array(select s from unnest(t.scopes) s where s = any(a.scopes)) as scopes,
  o.slug, o.name as organization_name, o.api_access, o.alert_retention_days,
  o.require_two_factor, case when $2::boolean then (select left(pg_walfile_name(lsn), 8) || ':' || lsn from (
  select case when pg_is_in_recovery() then null
    when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end as lsn) wal) end as wal_position
from oauth_tokens t
join oauth_apps a on a.id = t.app_id
join organizations o on o.id = t.organization_id
left join oauth_grants g on g.organization_id = t.organization_id and g.id = t.grant_id
where t.hash = any($1::text::bytea[]) and t.kind = 'access' and t.revoked_at is null and t.expires_at > now()
  and a.disabled_at is null and a.deleted_at is null and a.secret_version = t.secret_version
  and (t.grant_id is null or (g.id is not null and g.revoked_at is null));
