with given as materialized (
  select r.*, r.ordinality::int - 1 as n,
    coalesce(
      (select c.id from cameras c
        where c.organization_id = $2::uuid and c.id = r.camera_id and c.archived_at is null),
      (select c.id from cameras c
        where c.organization_id = $2::uuid and c.archived_at is null and c.external_id = r.external_id)
    ) as camera_uuid
  from rows from (
    json_to_recordset($1::json) as (event_id uuid, external_id text, camera_id uuid, id uuid, use_case text,
      status text, severity text, title text, description text, occurred_at timestamp (3) with time zone,
      dedup_key text, confidence double precision, media jsonb, tags text[], metadata jsonb, assignee_id uuid,
      disposition text, disposition_reason text, source_kind text, source_id uuid, source_name text,
      created_at timestamp (3) with time zone, acknowledged_at timestamp (3) with time zone, acknowledged_by_kind text,
      acknowledged_by_id uuid, acknowledged_by_name text, resolved_at timestamp (3) with time zone,
      resolved_by_kind text, resolved_by_id uuid, resolved_by_name text)
  ) with ordinality r
), valid as not materialized (
  select * from given where camera_uuid is not null
), queued as materialized (
  select pg_advisory_xact_lock(place) from (
    select distinct hashtextextended('dedup/' || $2::uuid || '/' || dedup_key, 0) as place
    from valid where dedup_key is not null order by place
  ) q
), taken as (
  insert into open_dedup_keys as k (organization_id, dedup_key, alert_id)
  select distinct on (dedup_key) $2::uuid, dedup_key, id
  from valid where dedup_key is not null and status in ('open', 'acknowledged') and (select count(*) from queued) > 0
  order by dedup_key, n
  on conflict (organization_id, dedup_key) do update set alert_id = k.alert_id
  returning dedup_key, alert_id
), known as (
  select dedup_key, (
    select k.alert_id from open_dedup_keys k
    where k.organization_id = $2::uuid and k.dedup_key = w.dedup_key for update
  ) as alert_id
  from (
    select dedup_key from valid where dedup_key is not null
    except select dedup_key from taken order by dedup_key
  ) w
), aimed as (
  select v.*, coalesce(v.n <= first.n, k.alert_id is null) as is_new,
    k.alert_id is null or first.n is not null as made_here,
    case when k.alert_id is null or v.n < first.n then v.id else k.alert_id end as target
  from valid v
  left join (select * from taken union all select * from known) k using (dedup_key)
  left join valid first on first.id = k.alert_id
), totaled as materialized (
  select aimed.*, count(*) over alert as total, max(occurred_at) over alert as last_of_all,
    max(created_at) over alert as updated_by_all, row_number() over so_far as nth,
    max(occurred_at) over so_far as last_so_far
  from aimed
  window alert as (partition by target), so_far as (partition by target order by n)
), again as (
  update alerts a set occurrence_count = a.occurrence_count + c.total,
    updated_at = greatest(a.updated_at, c.updated_by_all),
    last_occurred_at = greatest(a.last_occurred_at, c.last_of_all)
  from totaled c
  where not c.made_here and c.nth = 1 and a.organization_id = $2::uuid and a.id = c.target
    and a.status in ('open', 'acknowledged')
  returning a.*
), outcome as materialized (
  select c.*, case when c.made_here then c.nth else a.occurrence_count - c.total + c.nth end::int as count_now,
    case when c.made_here then c.last_so_far else a.last_occurred_at end as last_now,
    case when c.made_here then c.created_at else a.updated_at end as updated_now
  from totaled c left join again a on a.id = c.target
), inserted as (
  insert into alerts (organization_id, camera_id, occurrence_count, last_occurred_at, updated_at, id, use_case, status,
    severity, title, description, occurred_at, dedup_key, confidence, media, tags, metadata, assignee_id, disposition,
    disposition_reason, source_kind, source_id, source_name, created_at, acknowledged_at, acknowledged_by_kind,
    acknowledged_by_id, acknowledged_by_name, resolved_at, resolved_by_kind, resolved_by_id, resolved_by_name)
  select $2::uuid, r.camera_uuid, r.total, r.last_of_all, r.updated_by_all, r.id, r.use_case, r.status, r.severity,
    r.title, r.description, r.occurred_at, r.dedup_key, r.confidence, r.media, r.tags, r.metadata, r.assignee_id,
    r.disposition, r.disposition_reason, r.source_kind, r.source_id, r.source_name, r.created_at, r.acknowledged_at,
    r.acknowledged_by_kind, r.acknowledged_by_id, r.acknowledged_by_name, r.resolved_at, r.resolved_by_kind,
    r.resolved_by_id, r.resolved_by_name
  from totaled r where r.is_new
), counted as (
  insert into alert_deltas (organization_id, quarter, camera_id, use_case, severity, status, n)
  select $2::uuid, date_bin('15 minutes', r.occurred_at, 'epoch'), r.camera_uuid, r.use_case, r.severity, r.status, 1
  from totaled r where r.is_new
), recorded as (
  insert into events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data)
  select $2::uuid, o.event_id, case when o.is_new then 'alert.created' else 'alert.reoccurred' end, o.target,
    o.source_kind, o.source_id, o.source_name,
    jsonb_build_object('alert', a.snapshot)
      || case when o.is_new then '{}' else jsonb_build_object('occurrence_count', o.count_now) end
  from outcome o
  join (
    select r.id, jsonb_build_object('camera_id', r.camera_uuid, 'use_case', r.use_case, 'severity',
      r.severity, 'status', r.status, 'title', r.title, 'version', 1) as snapshot from totaled r where r.is_new
    union all select a.id, jsonb_build_object('camera_id', a.camera_id, 'use_case', a.use_case, 'severity',
      a.severity, 'status', a.status, 'title', a.title, 'version', a.version) from again a
  ) a on a.id = o.target
  where o.count_now is not null
)
select g.n, g.camera_uuid, o.is_new, o.made_here, o.target, to_json(a) as stored, o.count_now,
  o.last_now, o.updated_now
from given g
left join outcome o on o.n = g.n
left join again a on a.id = o.target and not o.made_here
order by g.n;
