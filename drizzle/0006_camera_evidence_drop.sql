ALTER TABLE "cameras" DROP COLUMN "disabled_at";--> statement-breakpoint
ALTER TABLE "cameras" DROP COLUMN "seen_since";--> statement-breakpoint
ALTER TABLE "cameras" DROP COLUMN "impaired_since";