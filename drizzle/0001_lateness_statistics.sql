-- How late alerts are reported and changed. Without these, PostgreSQL takes a third of them for late, and walks all open
-- alerts of a list instead of the few that a partial index holds.
CREATE STATISTICS "alerts_reported_after" ON ("created_at" - "occurred_at") FROM "alerts";
--> statement-breakpoint
CREATE STATISTICS "alerts_changed_after" ON ("updated_at" - "occurred_at") FROM "alerts";
