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
