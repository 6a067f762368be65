-- Most statements insert one alert or a few that differ: to put equal ones together would cost more than to fold them.
CREATE FUNCTION "append_new_alert_deltas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "alert_deltas" ("organization_id", "quarter", "camera_id", "use_case", "severity", "status", "n")
	SELECT "organization_id", date_bin('15 minutes', "occurred_at", 'epoch'), "camera_id", "use_case", "severity", "status", 1
	FROM "changed";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "append_moved_alert_deltas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "alert_deltas" ("organization_id", "quarter", "camera_id", "use_case", "severity", "status", "n") VALUES
		(OLD."organization_id", date_bin('15 minutes', OLD."occurred_at", 'epoch'), OLD."camera_id", OLD."use_case",
			OLD."severity", OLD."status", -1),
		(NEW."organization_id", date_bin('15 minutes', NEW."occurred_at", 'epoch'), NEW."camera_id", NEW."use_case",
			NEW."severity", NEW."status", 1);
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "alerts_inserted" ON "alerts";
--> statement-breakpoint
CREATE TRIGGER "alerts_inserted" AFTER INSERT ON "alerts" REFERENCING NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION "append_new_alert_deltas"();
--> statement-breakpoint
DROP TRIGGER "alerts_updated" ON "alerts";
--> statement-breakpoint
-- Nothing is called for what most updates do: count an occurrence, assign somebody, or find no row at all.
CREATE TRIGGER "alerts_updated" AFTER UPDATE ON "alerts" FOR EACH ROW
	WHEN ((OLD."organization_id", OLD."occurred_at", OLD."camera_id", OLD."use_case", OLD."severity", OLD."status")
		IS DISTINCT FROM (NEW."organization_id", NEW."occurred_at", NEW."camera_id", NEW."use_case", NEW."severity", NEW."status"))
	EXECUTE FUNCTION "append_moved_alert_deltas"();
--> statement-breakpoint
DROP FUNCTION "append_changed_alert_deltas"();
