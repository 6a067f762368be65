ALTER TABLE "webhook_deliveries" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "filter" jsonb;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "template" jsonb;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "channel" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "credential" "bytea";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "headers" "bytea";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_message" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","subject_id","transaction_id","event_id") WHERE "webhook_deliveries"."message_id" is not null;