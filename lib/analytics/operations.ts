import { defineOperation } from "@/lib/http/operation";
import { readUseCases } from "./reads";
import {
  alertSeriesQuerySchema,
  alertSeriesSchema,
  alertSummaryQuerySchema,
  alertSummarySchema,
  useCaseListQuerySchema,
  useCaseListSchema,
} from "./schema";
import { readAlertSeries } from "./series";
import { readAlertSummary } from "./summary";

const tag = "Analytics";

export const getAlertSeries = defineOperation(
  {
    id: "getAlertSeries",
    method: "GET",
    path: "/analytics/alerts",
    tag,
    summary: "Count alerts over time",
    description:
      "Counts alerts by `occurred_at` for each hour, day, week or month in a time zone, including those without alerts. A day on which the clocks change has 23 or 25 hours. The counts always equal a recount of the alerts. Filtering by tag, assignee, text or time requires counting each alert, which is slower. So does combining a camera or site with a use case, severity or status.",
    access: { scope: "analytics:read" },
    query: alertSeriesQuerySchema,
    replica: true,
    status: 200,
    response: alertSeriesSchema,
  },
  (ctx, { query }) => readAlertSeries(ctx, query),
);

export const getAlertSummary = defineOperation(
  {
    id: "getAlertSummary",
    method: "GET",
    path: "/analytics/summary",
    tag,
    summary: "Summarize alerts of a period",
    description:
      "Compares each figure with the previous period of equal length. All figures describe the current state of the alerts that occurred in the period. Time to acknowledge is measured from `created_at` to `acknowledged_at`, and time to resolve from `created_at` to `resolved_at`, which dismissing also sets. Alerts that were created as acknowledged or closed have no such time, and reopening removes it. The false-positive rate is the share of `false_positive` among alerts with a disposition. A figure is null if it is based on no alerts.",
    access: { scope: "analytics:read" },
    query: alertSummaryQuerySchema,
    replica: true,
    status: 200,
    response: alertSummarySchema,
  },
  (ctx, { query }) => readAlertSummary(ctx, query),
);

export const listUseCases = defineOperation(
  {
    id: "listUseCases",
    method: "GET",
    path: "/use-cases",
    tag,
    summary: "List use cases",
    description:
      "Returns every use case that an alert has, sorted by name. The scope `alerts:read` is enough, because the list of alerts contains the same names.",
    access: { scope: "alerts:read" },
    query: useCaseListQuerySchema,
    replica: true,
    status: 200,
    response: useCaseListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readUseCases(ctx, query),
);
