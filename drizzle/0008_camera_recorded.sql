-- Cameras from before the status history begin it with what their evidence says; the sweep adds who fell silent since.
UPDATE "cameras" SET
  "recorded_status" = CASE
    WHEN NOT "enabled" THEN 'disabled'
    WHEN "last_seen_at" IS NULL THEN 'pending'
    WHEN "reported_error" IS NOT NULL OR "fps" < 5 OR "reconnects" > 3 THEN 'degraded'
    ELSE 'online' END,
  "recorded_since" = coalesce("last_seen_at", "created_at");
--> statement-breakpoint
-- Room on each page, so that heartbeats stay heap-only updates.
ALTER TABLE "cameras" SET (fillfactor = 80);
