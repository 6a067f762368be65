CREATE INDEX "requests_refused" ON "requests" USING btree ("organization_id","id") WHERE "requests"."status" >= 400;--> statement-breakpoint
INSERT INTO "request_counts" ("organization_id", "hour", "credential_id", "method", "route", "status", "count")
SELECT "organization_id", date_trunc('hour', "created_at" AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', "credential_id", "method", "route", "status", count(*)
FROM "requests" GROUP BY 1, 2, 3, 4, 5, 6
ON CONFLICT ("organization_id", "hour", "credential_id", "route", "method", "status") DO UPDATE SET "count" = excluded."count";
