select 1 from memberships
where organization_id = $1 and user_id = $2::uuid
for key share;
