-- The schema of version 0.1.0. What Drizzle can't express stands before and after the statements that it generated.
-- Both extensions are trusted: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Both functions are replaced when the database moves to another cluster (lib/db/feed-epoch.ts).
CREATE FUNCTION "feed_transaction_id"() RETURNS xid8 LANGUAGE sql STABLE AS $$ SELECT pg_current_xact_id() $$;
--> statement-breakpoint
CREATE FUNCTION "feed_horizon"() RETURNS xid8 LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT pg_snapshot_xmin(pg_current_snapshot())
$$;
--> statement-breakpoint
CREATE TABLE "alerts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"camera_id" uuid NOT NULL,
	"use_case" text NOT NULL,
	"status" text NOT NULL,
	"severity" text NOT NULL,
	"title" text,
	"description" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"dedup_key" text,
	"confidence" double precision,
	"media" jsonb DEFAULT '[]' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"metadata" jsonb DEFAULT '{}' NOT NULL,
	"assignee_id" uuid,
	"disposition" text,
	"disposition_reason" text,
	"occurrence_count" integer DEFAULT 1 NOT NULL,
	"last_occurred_at" timestamp (3) with time zone NOT NULL,
	"source_kind" text NOT NULL,
	"source_id" uuid NOT NULL,
	"source_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by_kind" text,
	"acknowledged_by_id" uuid,
	"acknowledged_by_name" text,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by_kind" text,
	"resolved_by_id" uuid,
	"resolved_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "alerts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "open_dedup_keys" (
	"organization_id" uuid NOT NULL,
	"dedup_key" text NOT NULL,
	"alert_id" uuid NOT NULL,
	CONSTRAINT "open_dedup_keys_organization_id_dedup_key_pk" PRIMARY KEY("organization_id","dedup_key")
);
--> statement-breakpoint
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
	"n" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "alert_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "alert_deltas_organization_id_quarter_id_pk" PRIMARY KEY("organization_id","quarter","id")
);
--> statement-breakpoint
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
CREATE TABLE "cameras" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"external_id" text,
	"site_id" uuid,
	"stream_url" text,
	"stream_credentials" "bytea",
	"manufacturer" text,
	"model" text,
	"mac_address" text,
	"ip_address" text,
	"timezone" text,
	"latitude" double precision,
	"longitude" double precision,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"use_cases" text[] DEFAULT '{}' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"heartbeat_timeout_s" integer DEFAULT 300 NOT NULL,
	"offline_grace_s" integer DEFAULT 60 NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"fps" double precision,
	"reconnects" integer,
	"reported_error" text,
	"recorded_status" text DEFAULT 'pending' NOT NULL,
	"recorded_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"probe_due_at" timestamp (3) with time zone,
	"probed_at" timestamp (3) with time zone,
	"probe_result" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "cameras_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"address" text,
	"latitude" double precision,
	"longitude" double precision,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "sites_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"start" text NOT NULL,
	"last_four" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" uuid,
	"created_by_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"replaced_by" uuid,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"last_used_agent" text,
	"warned_days" integer,
	CONSTRAINT "api_keys_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "key_usage" (
	"organization_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"ok" integer DEFAULT 0 NOT NULL,
	"rate_limited" integer DEFAULT 0 NOT NULL,
	"denied" integer DEFAULT 0 NOT NULL,
	"invalid" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "key_usage_organization_id_key_id_day_pk" PRIMARY KEY("organization_id","key_id","day")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"body" text NOT NULL,
	"author_kind" text NOT NULL,
	"author_id" uuid NOT NULL,
	"author_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "oauth_apps" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"client_id" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"secret_last_four" text NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"secret_rotated_at" timestamp (3) with time zone,
	"grant_version" integer DEFAULT 1 NOT NULL,
	"scopes" text[] NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"created_by" uuid,
	"created_by_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"last_used_agent" text,
	CONSTRAINT "oauth_apps_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "oauth_codes" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"grant_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"redirect_uri" text NOT NULL,
	"challenge" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"granted_by" uuid NOT NULL,
	"granted_by_name" text NOT NULL,
	"grant_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_grants_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "oauth_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"grant_id" uuid,
	"secret_version" integer NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"emailed" boolean DEFAULT false NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"api_access" boolean DEFAULT false NOT NULL,
	"require_two_factor" boolean DEFAULT false NOT NULL,
	"alert_retention_days" integer DEFAULT 365 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"emailed" boolean DEFAULT true NOT NULL,
	"ends_two_factor" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"organization_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_proved_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"password_hash" text,
	"session_version" integer DEFAULT 1 NOT NULL,
	"totp_secret" "bytea",
	"totp_enabled_at" timestamp (3) with time zone,
	"totp_last_step" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"target_id" text NOT NULL,
	"target_name" text,
	"before" jsonb,
	"after" jsonb,
	"ip" text,
	"request_id" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_entries_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"transaction_id" "xid8" DEFAULT feed_transaction_id() NOT NULL,
	CONSTRAINT "events_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "feed_epochs" (
	"epoch" integer PRIMARY KEY NOT NULL,
	"cluster" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" smallint NOT NULL,
	"headers" jsonb NOT NULL,
	"body" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_key_pk" PRIMARY KEY("organization_id","key")
);
--> statement-breakpoint
CREATE TABLE "request_counts" (
	"organization_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"credential_id" uuid NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "request_counts_organization_id_hour_credential_id_route_method_status_pk" PRIMARY KEY("organization_id","hour","credential_id","route","method","status")
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" smallint NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL,
	"credential_kind" text NOT NULL,
	"credential_id" uuid NOT NULL,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"target" text,
	"detail" text,
	"errors" jsonb,
	"request_body" text,
	CONSTRAINT "requests_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "cameras" ADD CONSTRAINT "cameras_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cameras" ADD CONSTRAINT "cameras_site_fk" FOREIGN KEY ("organization_id","site_id") REFERENCES "public"."sites"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_apps" ADD CONSTRAINT "oauth_apps_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_camera" ON "alerts" USING btree ("organization_id","camera_id","id");--> statement-breakpoint
CREATE INDEX "alerts_status" ON "alerts" USING btree ("organization_id","status","id");--> statement-breakpoint
CREATE INDEX "alerts_use_case" ON "alerts" USING btree ("organization_id","use_case","id");--> statement-breakpoint
CREATE INDEX "alerts_severity" ON "alerts" USING btree ("organization_id","severity","id");--> statement-breakpoint
CREATE INDEX "alerts_assignee" ON "alerts" USING btree ("organization_id","assignee_id","id");--> statement-breakpoint
CREATE INDEX "alerts_search" ON "alerts" USING gin ("organization_id","tags",(coalesce("title", '') || chr(1) || coalesce("description", '') || chr(1) || "use_case") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "alerts_updated" ON "alerts" USING btree ("organization_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "alerts_occurred" ON "alerts" USING btree ("organization_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "alerts_late" ON "alerts" USING btree ("organization_id","id") WHERE "alerts"."created_at" - "alerts"."occurred_at" > interval '15 minutes';--> statement-breakpoint
CREATE INDEX "alerts_very_late" ON "alerts" USING btree ("organization_id","id") WHERE "alerts"."created_at" - "alerts"."occurred_at" > interval '2 days';--> statement-breakpoint
CREATE INDEX "alerts_changed_late" ON "alerts" USING btree ("organization_id","updated_at","id") WHERE "alerts"."updated_at" - "alerts"."occurred_at" > interval '7 days';--> statement-breakpoint
CREATE INDEX "camera_status_changes_at" ON "camera_status_changes" USING brin ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "cameras_external_id" ON "cameras" USING btree ("organization_id","external_id") WHERE "cameras"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "cameras_former_external_id" ON "cameras" USING btree ("organization_id","external_id") WHERE "cameras"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "cameras_site" ON "cameras" USING btree ("organization_id","site_id","id");--> statement-breakpoint
CREATE INDEX "cameras_watched" ON "cameras" USING btree ("organization_id","id") WHERE "cameras"."recorded_status" in ('online', 'degraded') and "cameras"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "mails_organization" ON "mails" USING btree ("organization_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_ending" ON "api_keys" USING btree ("expires_at") WHERE "api_keys"."revoked_at" is null and "api_keys"."replaced_by" is null;--> statement-breakpoint
CREATE INDEX "notes_alert" ON "notes" USING btree ("organization_id","alert_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_apps_client" ON "oauth_apps" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_apps_id" ON "oauth_apps" USING btree ("id");--> statement-breakpoint
CREATE INDEX "oauth_codes_expiring" ON "oauth_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_grants_id" ON "oauth_grants" USING btree ("id");--> statement-breakpoint
CREATE INDEX "oauth_grants_app" ON "oauth_grants" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "oauth_tokens_grant" ON "oauth_tokens" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_tokens_expiring" ON "oauth_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_hash" ON "invitations" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("organization_id",lower("email")) WHERE "invitations"."accepted_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiring" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_ups_email" ON "sign_ups" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "audit_entries_target" ON "audit_entries" USING btree ("organization_id","target_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("organization_id","actor_id","id");--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("organization_id","subject_id","transaction_id","id");--> statement-breakpoint
CREATE INDEX "events_feed" ON "events" USING btree ("organization_id","transaction_id","id");--> statement-breakpoint
CREATE INDEX "events_expiring" ON "events" USING btree ("organization_id","id") WHERE "events"."type" not like 'alert.%';--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "requests_credential" ON "requests" USING btree ("organization_id","credential_id","id");--> statement-breakpoint
CREATE INDEX "requests_refused" ON "requests" USING btree ("organization_id","id") WHERE "requests"."status" >= 400;
--> statement-breakpoint
INSERT INTO "feed_epochs" ("epoch", "cluster")
SELECT 0, system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) FROM pg_control_system();
--> statement-breakpoint
-- Adds the counts of two cells, element by element. A function, since ON CONFLICT of a distributed table takes no subquery.
CREATE FUNCTION "add_alert_counts"(integer[], integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_agg(u.one + u.other ORDER BY u.slot) FROM unnest($1, $2) WITH ORDINALITY AS u(one, other, slot)
$$;
--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- How many organizations the planner assumes. A plan is made for an average one; a large one must not be taken for small.
ALTER TABLE "alerts" ALTER COLUMN "organization_id" SET (n_distinct = 10);
--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "organization_id" SET (n_distinct = 10);
--> statement-breakpoint
-- A rare tag is found by its index only if the statistics know that it is rare.
ALTER TABLE "alerts" ALTER COLUMN "tags" SET STATISTICS 1000;
--> statement-breakpoint
-- Room on each page, so that heartbeats stay heap-only updates.
ALTER TABLE "cameras" SET (fillfactor = 80);
--> statement-breakpoint
-- Rolled up deltas leave dead rows at the rate of the writes; vacuum must not wait for a share of the table.
ALTER TABLE "alert_deltas" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- A cell is updated many times a day.
ALTER TABLE "alert_counts" SET (fillfactor = 50);
--> statement-breakpoint
-- Times to respond are read from this index alone. An open alert that nobody touched is not in it, so creating one costs nothing.
CREATE INDEX "alerts_handled" ON "alerts" ("organization_id", "occurred_at")
	INCLUDE ("created_at", "acknowledged_at", "resolved_at", "disposition", "use_case", "camera_id", "severity", "status")
	WHERE "acknowledged_at" IS NOT NULL OR "resolved_at" IS NOT NULL OR "disposition" IS NOT NULL;
