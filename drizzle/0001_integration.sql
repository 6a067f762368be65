-- Both are trusted: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "notes" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"body" text NOT NULL,
	"author_kind" text NOT NULL,
	"author_id" uuid NOT NULL,
	"author_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE INDEX "notes_alert" ON "notes" USING btree ("organization_id","alert_id","id");
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "alert_retention_days" integer DEFAULT 365 NOT NULL;
--> statement-breakpoint
CREATE TABLE "alert_counts" (
	"organization_id" uuid NOT NULL,
	"cube" text NOT NULL,
	"day" date NOT NULL,
	"camera_id" uuid,
	"use_case" text,
	"severity" text,
	"status" text,
	"counts" integer[] NOT NULL,
	CONSTRAINT "alert_counts_cell" UNIQUE NULLS NOT DISTINCT("organization_id","cube","day","camera_id","use_case","severity","status")
);
--> statement-breakpoint
CREATE TABLE "alert_deltas" (
	"organization_id" uuid NOT NULL,
	"quarter" timestamp (3) with time zone NOT NULL,
	"camera_id" uuid NOT NULL,
	"use_case" text NOT NULL,
	"severity" text NOT NULL,
	"status" text NOT NULL,
	"n" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "alert_deltas_quarter" ON "alert_deltas" USING btree ("organization_id","quarter");
--> statement-breakpoint
CREATE TABLE "camera_status_changes" (
	"organization_id" uuid NOT NULL,
	"camera_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "camera_status_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"from_status" text NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "camera_status_changes_organization_id_camera_id_at_id_pk" PRIMARY KEY("organization_id","camera_id","at","id")
);
--> statement-breakpoint
ALTER TABLE "cameras" ADD COLUMN "recorded_status" text DEFAULT 'pending' NOT NULL;--> statement-breakpoint
ALTER TABLE "cameras" ADD COLUMN "recorded_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "cameras" ADD COLUMN "probed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cameras" ADD COLUMN "probe_result" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "camera_status_changes_at" ON "camera_status_changes" USING brin ("at");--> statement-breakpoint
CREATE INDEX "cameras_watched" ON "cameras" USING btree ("organization_id","id") WHERE "cameras"."recorded_status" in ('online', 'degraded') and "cameras"."archived_at" is null;
--> statement-breakpoint
-- Cameras from before the status history begin it with what their evidence says; the sweep adds who fell silent since.
UPDATE "cameras" SET
  "recorded_status" = CASE
    WHEN NOT "enabled" THEN 'disabled'
    WHEN "last_seen_at" IS NULL THEN 'pending'
    WHEN "reported_error" IS NOT NULL OR "fps" < 5 OR "reconnects" > 3 THEN 'degraded'
    ELSE 'online' END,
  "recorded_since" = CASE
    WHEN NOT "enabled" THEN coalesce("disabled_at", "created_at")
    WHEN "last_seen_at" IS NULL THEN "created_at"
    WHEN "reported_error" IS NOT NULL OR "fps" < 5 OR "reconnects" > 3 THEN coalesce("impaired_since", "last_seen_at")
    ELSE coalesce("seen_since", "last_seen_at") END;
--> statement-breakpoint
-- Room on each page, so that heartbeats stay heap-only updates.
ALTER TABLE "cameras" SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE "cameras" DROP COLUMN "disabled_at";--> statement-breakpoint
ALTER TABLE "cameras" DROP COLUMN "seen_since";--> statement-breakpoint
ALTER TABLE "cameras" DROP COLUMN "impaired_since";
--> statement-breakpoint
ALTER TABLE "cameras" ADD COLUMN "probe_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "alerts_use_case" ON "alerts" USING btree ("organization_id","use_case","id");--> statement-breakpoint
CREATE INDEX "alerts_severity" ON "alerts" USING btree ("organization_id","severity","id");--> statement-breakpoint
CREATE INDEX "alerts_assignee" ON "alerts" USING btree ("organization_id","assignee_id","id");
--> statement-breakpoint
CREATE INDEX "alerts_search" ON "alerts" USING gin ("organization_id","tags",(coalesce("title", '') || chr(1) || coalesce("description", '') || chr(1) || "use_case") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "events_feed" ON "events" USING btree ("organization_id","transaction_id","id");--> statement-breakpoint
CREATE INDEX "events_expiring" ON "events" USING btree ("id") WHERE "events"."type" not like 'alert.%';
--> statement-breakpoint
-- Every statement that changes alerts appends what it did to their numbers, so that no writer can forget to.
CREATE FUNCTION "append_alert_deltas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "alert_deltas" ("organization_id", "quarter", "camera_id", "use_case", "severity", "status", "n")
	SELECT "organization_id", date_bin('15 minutes', "occurred_at", 'epoch'), "camera_id", "use_case", "severity", "status",
		count(*) * TG_ARGV[0]::integer
	FROM "changed" GROUP BY 1, 2, 3, 4, 5, 6;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "append_changed_alert_deltas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "alert_deltas" ("organization_id", "quarter", "camera_id", "use_case", "severity", "status", "n")
	SELECT "organization_id", "quarter", "camera_id", "use_case", "severity", "status", sum("n")
	FROM (
		SELECT "organization_id", date_bin('15 minutes', "occurred_at", 'epoch') AS "quarter", "camera_id", "use_case",
			"severity", "status", 1 AS "n" FROM "after"
		UNION ALL
		SELECT "organization_id", date_bin('15 minutes', "occurred_at", 'epoch'), "camera_id", "use_case",
			"severity", "status", -1 FROM "before"
	) AS "moves"
	GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum("n") <> 0;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "forget_alert_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	TRUNCATE "alert_deltas", "alert_counts";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "alerts_inserted" AFTER INSERT ON "alerts" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "append_alert_deltas"('1');
--> statement-breakpoint
CREATE TRIGGER "alerts_deleted" AFTER DELETE ON "alerts" REFERENCING OLD TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "append_alert_deltas"('-1');
--> statement-breakpoint
CREATE TRIGGER "alerts_updated" AFTER UPDATE ON "alerts" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
	FOR EACH STATEMENT EXECUTE FUNCTION "append_changed_alert_deltas"();
--> statement-breakpoint
CREATE TRIGGER "alerts_truncated" AFTER TRUNCATE ON "alerts"
	FOR EACH STATEMENT EXECUTE FUNCTION "forget_alert_counts"();
--> statement-breakpoint
-- Alerts that were there before the triggers; creating those keeps writers out until this commits.
INSERT INTO "alert_deltas" ("organization_id", "quarter", "camera_id", "use_case", "severity", "status", "n")
SELECT "organization_id", date_bin('15 minutes', "occurred_at", 'epoch'), "camera_id", "use_case", "severity", "status",
	count(*)
FROM "alerts" GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
-- What is folded leaves dead rows behind at the rate of the writes; vacuum must not wait for a share of the table.
ALTER TABLE "alert_deltas" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- Today's cells are updated by every fold: with room for the new version beside each, they stay in their page.
ALTER TABLE "alert_counts" SET (fillfactor = 50);
--> statement-breakpoint
-- Times to respond are read from here alone; an open alert that nobody touched is not in it, so creating one costs nothing.
CREATE INDEX "alerts_handled" ON "alerts" ("organization_id", "occurred_at")
	INCLUDE ("created_at", "acknowledged_at", "resolved_at", "disposition", "use_case", "camera_id", "severity", "status")
	WHERE "acknowledged_at" IS NOT NULL OR "resolved_at" IS NOT NULL OR "disposition" IS NOT NULL;
--> statement-breakpoint
-- Timelines tell assignees by the ids that callers see (TypeIDs); the events of earlier versions have bare UUIDs.
UPDATE "events" SET "data" = jsonb_set("data", '{changes,assignee_id}', (
	SELECT jsonb_object_agg("side", CASE WHEN "who" ~ '^[0-9a-f-]{36}$' THEN 'user_' || (
		SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', substring("bits" FROM "n" * 5 + 1 FOR 5)::bit(5)::integer + 1, 1), '' ORDER BY "n")
		FROM generate_series(0, 25) AS "n", (SELECT B'00' || ('x' || replace("who", '-', ''))::bit(128) AS "bits") AS "id"
	) ELSE "who" END)
	FROM jsonb_each_text("data" #> '{changes,assignee_id}') AS "was"("side", "who")
))
WHERE "data" #> '{changes,assignee_id}' IS NOT NULL;
