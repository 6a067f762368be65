-- Timelines tell assignees by the ids that callers see (TypeIDs); the events of earlier versions have bare UUIDs.
UPDATE "events" SET "data" = jsonb_set("data", '{changes,assignee_id}', (
	SELECT jsonb_object_agg("side", CASE WHEN "who" ~ '^[0-9a-f-]{36}$' THEN 'user_' || (
		SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', substring("bits" FROM "n" * 5 + 1 FOR 5)::bit(5)::integer + 1, 1), '' ORDER BY "n")
		FROM generate_series(0, 25) AS "n", (SELECT B'00' || ('x' || replace("who", '-', ''))::bit(128) AS "bits") AS "id"
	) ELSE "who" END)
	FROM jsonb_each_text("data" #> '{changes,assignee_id}') AS "was"("side", "who")
))
WHERE "data" #> '{changes,assignee_id}' IS NOT NULL;
