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