-- status=open
a.organization_id = $1::uuid and a.status = $2::text;

-- status=open,acknowledged
a.organization_id = $1::uuid and a.status = any($2::text[]);

-- use_case=fire
a.organization_id = $1::uuid and a.use_case = $2::text;

-- severity=high
a.organization_id = $1::uuid and a.severity = $2::text;

-- camera_id of one camera, whose UUID it is
a.organization_id = $1::uuid and a.camera_id = $2::uuid;

-- site_id or an external camera_id, looked up before
a.organization_id = $1::uuid and a.camera_id = any($2::uuid[]);

-- camera_id where it is not looked up before
a.organization_id = $1::uuid and a.camera_id in (select c.id from cameras c where c.organization_id = $2 
  and c.id = any($3::uuid[])
    union select c.id from cameras c where c.organization_id = $4  and c.external_id = any($5::text[])
      and c.archived_at is null
    union select c.id from cameras c where c.organization_id = $6  and c.external_id = any($7::text[])
      and c.archived_at is not null);

-- tag=gate
a.organization_id = $1::uuid and a.tags && $2::text[];

-- assignee_id=none
a.organization_id = $1::uuid and a.assignee_id is null;

-- assignee_id of a person or none
a.organization_id = $1::uuid and (a.assignee_id is null or a.assignee_id = $2::uuid);

-- occurred_after
a.organization_id = $1::uuid and a.occurred_at >= $2::timestamptz and a.id >= $3::uuid;

-- occurred_before
a.organization_id = $1::uuid and a.occurred_at < $2::timestamptz;

-- created_after
a.organization_id = $1::uuid and a.id >= $2::uuid;

-- created_before
a.organization_id = $1::uuid and a.id < $2::uuid;

-- updated_after
a.organization_id = $1::uuid and a.updated_at >= $2::timestamptz;

-- q=forklift, which the trigram index finds
a.organization_id = $1::uuid
  and (coalesce(a.title, '') || chr(1) || coalesce(a.description, '') || chr(1) || a.use_case) ilike $2;

-- q of two letters, which no index finds
a.organization_id = $1::uuid
  and lower((coalesce(a.title, '') || chr(1) || coalesce(a.description, '') || chr(1) || a.use_case)) like (select lower($2));
