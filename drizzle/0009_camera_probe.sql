ALTER TABLE "cameras" ADD COLUMN "probe_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "alerts_use_case" ON "alerts" USING btree ("organization_id","use_case","id");--> statement-breakpoint
CREATE INDEX "alerts_severity" ON "alerts" USING btree ("organization_id","severity","id");--> statement-breakpoint
CREATE INDEX "alerts_assignee" ON "alerts" USING btree ("organization_id","assignee_id","id");