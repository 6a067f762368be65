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
CREATE TABLE "webhook_attempts" (
	"organization_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" smallint,
	"fault" text,
	"delivered" boolean NOT NULL,
	"reply" text,
	CONSTRAINT "webhook_attempts_organization_id_delivery_id_number_pk" PRIMARY KEY("organization_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"transaction_id" "xid8" NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempts_before" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"message_id" text,
	CONSTRAINT "webhook_deliveries_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"url" "bytea" NOT NULL,
	"description" text NOT NULL,
	"event_types" text[],
	"body" text NOT NULL,
	"filter" jsonb,
	"template" jsonb,
	"channel" text,
	"credential" "bytea",
	"headers" "bytea",
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_until" timestamp (3) with time zone,
	"created_by_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"position_transaction_id" "xid8" NOT NULL,
	"position_event_id" uuid NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"noticed_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempt_counts_hour" ON "webhook_attempt_counts" USING btree ("organization_id","hour");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","next_attempt_at","transaction_id","event_id") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","subject_id","transaction_id","event_id") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_message" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","subject_id","transaction_id","event_id") WHERE "webhook_deliveries"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_open" ON "webhook_deliveries" USING btree ("organization_id","webhook_id","state","id") WHERE "webhook_deliveries"."state" <> 'delivered';--> statement-breakpoint
CREATE INDEX "webhooks_enabled" ON "webhooks" USING btree ("organization_id") WHERE "webhooks"."enabled";