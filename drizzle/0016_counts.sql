-- The statements that write alerts count for analytics themselves (lib/alerts/store).
DROP TRIGGER "alerts_inserted" ON "alerts";
--> statement-breakpoint
DROP TRIGGER "alerts_updated" ON "alerts";
--> statement-breakpoint
DROP TRIGGER "alerts_deleted" ON "alerts";
--> statement-breakpoint
DROP TRIGGER "alerts_truncated" ON "alerts";
--> statement-breakpoint
DROP FUNCTION "append_new_alert_deltas"();
--> statement-breakpoint
DROP FUNCTION "append_moved_alert_deltas"();
--> statement-breakpoint
DROP FUNCTION "append_alert_deltas"();
--> statement-breakpoint
DROP FUNCTION "forget_alert_counts"();
