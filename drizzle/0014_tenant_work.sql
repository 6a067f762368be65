DROP INDEX "alert_deltas_quarter";--> statement-breakpoint
DROP INDEX "events_expiring";--> statement-breakpoint
ALTER TABLE "alert_deltas" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "alert_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "alert_deltas" ADD CONSTRAINT "alert_deltas_organization_id_quarter_id_pk" PRIMARY KEY("organization_id","quarter","id");--> statement-breakpoint
CREATE INDEX "events_expiring" ON "events" USING btree ("organization_id","id") WHERE "events"."type" not like 'alert.%';
--> statement-breakpoint
-- The counts of two cells, element by element. A function, since ON CONFLICT of a distributed table takes no subquery.
CREATE FUNCTION "add_alert_counts"(integer[], integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_agg(u.one + u.other ORDER BY u.slot) FROM unnest($1, $2) WITH ORDINALITY AS u(one, other, slot)
$$;
