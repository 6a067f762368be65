select id
from alerts
where organization_id = $1 and id < $2::uuid
order by id
limit $3;
