-- How many organizations the planner takes there to be. Lists are planned for an average one, and for a big one it must
-- not think that all its rows are few: for a small one it costs nothing to take them in the order of the list.
ALTER TABLE "alerts" ALTER COLUMN "organization_id" SET (n_distinct = 10);
--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "organization_id" SET (n_distinct = 10);
--> statement-breakpoint
ANALYZE "alerts" ("organization_id"), "events" ("organization_id");
