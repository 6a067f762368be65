DROP INDEX "events_subject";--> statement-breakpoint
CREATE INDEX "cameras_former_external_id" ON "cameras" USING btree ("organization_id","external_id") WHERE "cameras"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("organization_id","subject_id","transaction_id","id");