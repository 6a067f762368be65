DROP INDEX "alerts_camera_status";--> statement-breakpoint
DROP INDEX "alerts_use_case_status";--> statement-breakpoint
DROP INDEX "alerts_severity_status";--> statement-breakpoint
DROP INDEX "alerts_assignee_status";--> statement-breakpoint
DROP INDEX "alerts_late";--> statement-breakpoint
CREATE INDEX "alerts_camera" ON "alerts" USING btree ("organization_id","camera_id","id");--> statement-breakpoint
CREATE INDEX "alerts_status" ON "alerts" USING btree ("organization_id","status","id");--> statement-breakpoint
CREATE INDEX "alerts_use_case" ON "alerts" USING btree ("organization_id","use_case","id");--> statement-breakpoint
CREATE INDEX "alerts_severity" ON "alerts" USING btree ("organization_id","severity","id");--> statement-breakpoint
CREATE INDEX "alerts_assignee" ON "alerts" USING btree ("organization_id","assignee_id","id");--> statement-breakpoint
CREATE INDEX "alerts_very_late" ON "alerts" USING btree ("organization_id","id") WHERE "alerts"."created_at" - "alerts"."occurred_at" > interval '2 days';--> statement-breakpoint
CREATE INDEX "alerts_late" ON "alerts" USING btree ("organization_id","id") WHERE "alerts"."created_at" - "alerts"."occurred_at" > interval '15 minutes';--> statement-breakpoint
-- A rare tag is found by its index only if the statistics know that it is rare.
ALTER TABLE "alerts" ALTER COLUMN "tags" SET STATISTICS 1000;
--> statement-breakpoint
ANALYZE "alerts" ("tags");
