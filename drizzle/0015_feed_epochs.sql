CREATE TABLE "feed_epochs" (
	"epoch" integer PRIMARY KEY NOT NULL,
	"cluster" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Both are replaced when the database moves to another cluster (lib/db/feed-epoch.ts).
CREATE FUNCTION "feed_transaction_id"() RETURNS xid8 LANGUAGE sql STABLE AS $$ SELECT pg_current_xact_id() $$;
--> statement-breakpoint
CREATE FUNCTION "feed_horizon"() RETURNS xid8 LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT pg_snapshot_xmin(pg_current_snapshot())
$$;
--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "transaction_id" SET DEFAULT feed_transaction_id();
--> statement-breakpoint
-- Events of a cluster that has not got this far come from another one: then the next start begins a new epoch.
INSERT INTO "feed_epochs" ("epoch", "cluster")
SELECT 0, system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) FROM pg_control_system()
WHERE NOT EXISTS (SELECT FROM "events" WHERE "transaction_id" >= pg_snapshot_xmax(pg_current_snapshot()));
