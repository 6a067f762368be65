select id
from alerts
where organization_id = $1 and id = any($2::uuid[])
order by id
for update skip locked;
