CREATE TABLE "alert_counts" (
	"organization_id" uuid NOT NULL,
	"cube" text NOT NULL,
	"day" date NOT NULL,
	"camera_id" uuid,
	"use_case" text,
	"severity" text,
	"status" text,
	"counts" integer[] NOT NULL,
	CONSTRAINT "alert_counts_cell" UNIQUE NULLS NOT DISTINCT("organization_id","cube","day","camera_id","use_case","severity","status")
);
--> statement-breakpoint
CREATE TABLE "alert_deltas" (
	"organization_id" uuid NOT NULL,
	"quarter" timestamp (3) with time zone NOT NULL,
	"camera_id" uuid NOT NULL,
	"use_case" text NOT NULL,
	"severity" text NOT NULL,
	"status" text NOT NULL,
	"n" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "alert_deltas_quarter" ON "alert_deltas" USING btree ("organization_id","quarter");