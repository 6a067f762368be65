ALTER TABLE "api_keys" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_apps" ADD COLUMN "grant_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_apps" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD COLUMN "grant_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;