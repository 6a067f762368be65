CREATE TABLE "webhook_attempt_counts" (
	"organization_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"succeeded" boolean NOT NULL,
	"duration_class" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "webhook_attempt_counts_pk" PRIMARY KEY("organization_id","webhook_id","hour","succeeded","duration_class")
);
--> statement-breakpoint
CREATE INDEX "webhook_attempt_counts_hour" ON "webhook_attempt_counts" USING btree ("organization_id","hour");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_open" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","state","id") WHERE "webhook_deliveries"."state" <> 'delivered';