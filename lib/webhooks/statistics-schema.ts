import { z } from "zod";
import { MAX_COUNTED_DELIVERIES } from "@/lib/limits";
import { webhookPeriods } from "@/lib/values";
import { deliveryAttemptSchema } from "./schema";

const duration = (share: string) =>
  z
    .int()
    .nullable()
    .meta({
      description: `${share} in milliseconds, to within about 10 %. Includes timeouts. Null if no attempt got a reply or timed out`,
    });
const attempts = {
  succeeded: z.int().meta({ description: "Number of attempts that the receiver accepted" }),
  failed: z.int().meta({ description: "Number of attempts that failed" }),
  median_ms: duration("Median duration"),
  p95_ms: duration("95th percentile of the duration"),
};

export const webhookStatisticsQuerySchema = z.strictObject({
  period: z.enum(webhookPeriods).default("24h").meta({ id: "WebhookPeriod", description: "The period that ends now" }),
});

const bucket = z
  .object({ start: z.string().meta({ description: "Start of the bucket" }), ...attempts })
  .meta({ id: "WebhookStatisticsBucket" });

export const webhookStatisticsSchema = z
  .object({
    from: z.string().meta({ description: "Start of the period, which is the start of a bucket" }),
    to: z.string().meta({ description: "End of the period" }),
    bucket_s: z.int().meta({ description: "Length of a bucket in seconds: 1, 6 or 24 hours, in UTC" }),
    buckets: z.array(bucket).meta({ description: "All buckets of the period, oldest first" }),
    ...attempts,
    pending: z.int().meta({
      description: `Number of deliveries that wait for an attempt now, up to ${MAX_COUNTED_DELIVERIES.toLocaleString("en")}`,
    }),
    oldest_pending_s: z
      .int()
      .nullable()
      .meta({ description: "For how many seconds the oldest pending delivery has waited. Null if none is pending" }),
    last_attempt: deliveryAttemptSchema
      .nullable()
      .meta({ description: "The latest attempt of the newest delivery that has one. Null if there was none" }),
    feed_lag_s: z.int().meta({
      description:
        "Age in seconds of the oldest event that wasn't checked yet. 0 if there is none. It grows while the webhook is disabled, or slower than its events",
    }),
  })
  .meta({ id: "WebhookStatistics" });
export type WebhookStatistics = z.output<typeof webhookStatisticsSchema>;
