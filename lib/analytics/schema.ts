import { z } from "zod";
import { countFilters } from "@/lib/alerts/schema";
import { listSchema, nameSchema, paginationParameters, timestampSchema, timezoneSchema } from "@/lib/http/wire";
import { DEFAULT_ANALYTICS_D, MAX_SERIES_COUNTS, MAX_SUMMARY_GROUPS } from "@/lib/limits";
import { alertStatuses, seriesGroups, seriesIntervals, severities } from "@/lib/values";

const period = {
  from: timestampSchema.optional().meta({
    description: `Alerts that occurred at this time or later. Defaults to the local day ${DEFAULT_ANALYTICS_D - 1} days before \`to\``,
  }),
  to: timestampSchema.optional().meta({ description: "Alerts that occurred before this time. Defaults to now" }),
  timezone: timezoneSchema.default("UTC").meta({ description: "The time zone of the hours, days, weeks and months" }),
};

const interval = z.enum(seriesIntervals).meta({ id: "SeriesInterval" });
const grouping = z.enum(seriesGroups).meta({ id: "SeriesGrouping" });

export const alertSeriesQuerySchema = z.strictObject({
  ...period,
  interval: interval
    .default("day")
    .meta({ description: `Buckets × groups must not exceed ${MAX_SERIES_COUNTS}. Weeks begin on Monday` }),
  group_by: grouping.optional().meta({
    description: "Returns one series for each value. `site` groups alerts by the current site of their camera",
  }),
  ...countFilters,
});
export type AlertSeriesQuery = z.output<typeof alertSeriesQuerySchema>;

const series = z
  .object({
    key: z.string().nullable().meta({
      description: "Value or ID of the group. Null without `group_by`, and for cameras without a site",
    }),
    name: z.string().nullable().meta({ description: "Name of the camera or site" }),
    total: z.int(),
    counts: z.array(z.int()).meta({ description: "Alerts per bucket, in the order of `buckets`, including zeros" }),
  })
  .meta({ id: "AlertSeriesGroup" });

export const alertSeriesSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    interval,
    timezone: z.string(),
    group_by: grouping.nullable(),
    total: z.int(),
    buckets: z
      .array(
        z
          .object({
            start: z.string().meta({ description: "Start of the bucket in UTC. Buckets are aligned to `timezone`" }),
            total: z.int(),
          })
          .meta({ id: "AlertSeriesBucket" }),
      )
      .meta({
        description:
          "Each bucket ends when the next one starts. The first and last buckets count only alerts within the period",
      }),
    series: z
      .array(series)
      .meta({ description: "Sorted by total, largest first. Statuses and severities keep their own order" }),
  })
  .meta({ id: "AlertSeries" });
export type AlertSeries = z.output<typeof alertSeriesSchema>;

export const alertSummaryQuerySchema = z.strictObject({ ...period, ...countFilters });
export type AlertSummaryQuery = z.output<typeof alertSummaryQuerySchema>;

/** A figure of a period and of the previous one. `delta` is their difference, or null if either is null. */
const count = z
  .object({ value: z.int(), previous: z.int(), delta: z.int() })
  .meta({ id: "CountFigure", description: "A figure, the previous period's figure, and the difference" });
const figure = z
  .object({ value: z.number().nullable(), previous: z.number().nullable(), delta: z.number().nullable() })
  .meta({
    id: "Figure",
    description: "A figure, the previous period's figure, and the difference. Each is null if it can't be computed",
  });

const responseTime = z
  .object({
    alerts: count.meta({ description: "Number of alerts in this average" }),
    mean_s: figure.meta({ description: "Arithmetic mean in seconds" }),
    p95_s: figure.meta({ description: "The 95th percentile in seconds: at least 95 % took this long or less" }),
  })
  .meta({ id: "ResponseTime" });

const falsePositiveFigures = {
  false_positives: count,
  reviewed: count.meta({ description: "Alerts with any disposition" }),
  rate: figure.meta({ description: "Share of false positives among alerts with a disposition, 0 to 1" }),
};
const falsePositives = z.object(falsePositiveFigures).meta({ id: "FalsePositives" });
const useCaseFalsePositives = z
  .object({ ...falsePositiveFigures, use_case: z.string() })
  .meta({ id: "UseCaseFalsePositives" });
const cameraFalsePositives = z
  .object({
    ...falsePositiveFigures,
    camera: z.object({ id: z.string(), name: z.string() }).meta({ id: "CameraName" }),
  })
  .meta({ id: "CameraFalsePositives" });

const topGroups = `At most ${MAX_SUMMARY_GROUPS}, those with the most false positives first`;

export const alertSummarySchema = z
  .object({
    from: z.string(),
    to: z.string(),
    previous_from: z.string().meta({ description: "The previous period has the same length and ends at `from`" }),
    timezone: z.string(),
    total: count,
    by_status: z.record(z.enum(alertStatuses), count).meta({ id: "AlertStatusFigures" }),
    by_severity: z.record(z.enum(severities), count).meta({ id: "SeverityFigures" }),
    open_now: z
      .int()
      .meta({ description: "Currently open alerts that match the filters, regardless of when they occurred" }),
    time_to_acknowledge: responseTime,
    time_to_resolve: responseTime,
    false_positives: falsePositives,
    false_positives_by_use_case: z.array(useCaseFalsePositives).meta({ description: topGroups }),
    false_positives_by_camera: z.array(cameraFalsePositives).meta({ description: topGroups }),
  })
  .meta({ id: "AlertSummary" });
export type AlertSummary = z.output<typeof alertSummarySchema>;
export type CountFigure = z.output<typeof count>;
export type SummaryFigure = z.output<typeof figure>;

export const useCaseListQuerySchema = z.strictObject({
  q: nameSchema(64).optional().meta({ description: "Matches this text in the name" }),
  ...paginationParameters,
});
export type UseCaseListQuery = z.output<typeof useCaseListQuerySchema>;

const useCaseSummarySchema = z
  .object({
    name: z.string(),
    alerts: z.int(),
    last_seen_at: z.string().meta({ description: "When its most recent alert occurred" }),
  })
  .meta({ id: "UseCase" });

export const useCaseListSchema = listSchema(useCaseSummarySchema).meta({ id: "UseCaseList" });
export type UseCaseList = z.output<typeof useCaseListSchema>;
