DROP INDEX "alerts_camera";--> statement-breakpoint
DROP INDEX "alerts_status";--> statement-breakpoint
DROP INDEX "alerts_use_case";--> statement-breakpoint
DROP INDEX "alerts_severity";--> statement-breakpoint
DROP INDEX "alerts_assignee";--> statement-breakpoint
CREATE INDEX "alerts_camera_status" ON "alerts" USING btree ("organization_id","camera_id","status","id");--> statement-breakpoint
CREATE INDEX "alerts_use_case_status" ON "alerts" USING btree ("organization_id","use_case","status","id");--> statement-breakpoint
CREATE INDEX "alerts_severity_status" ON "alerts" USING btree ("organization_id","severity","status","id");--> statement-breakpoint
CREATE INDEX "alerts_assignee_status" ON "alerts" USING btree ("organization_id","assignee_id","status","id");--> statement-breakpoint
CREATE INDEX "alerts_late" ON "alerts" USING btree ("organization_id","occurred_at","id") WHERE "alerts"."created_at" - "alerts"."occurred_at" > interval '15 minutes';