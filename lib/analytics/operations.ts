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
      "By when they occurred, in hours, days, weeks or months of a time zone, zeros included: a day on which the clocks change has 23 or 25 hours. Always equal to a recount of the alerts. Filters on tags, assignees, text or times, and a camera or site together with a use case, severity or status, are counted alert by alert.",
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
      "Each figure beside that of the period of equal length before. All are about the alerts that occurred in the period, as they are now. Time to acknowledge runs from `created_at` to `acknowledged_at`, time to resolve from `created_at` to `resolved_at` (which dismissing sets too); alerts that arrived acknowledged or closed have none, and reopening takes it away. The false-positive rate is the share of `false_positive` among the alerts with a disposition. Figures of no alerts are null.",
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
      "Every name that an alert carries, by name. `alerts:read` suffices, since it tells nothing that a list of alerts does not: whoever pushes alerts can look up the spelling of a name.",
    access: { scope: "alerts:read" },
    query: useCaseListQuerySchema,
    replica: true,
    status: 200,
    response: useCaseListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readUseCases(ctx, query),
);
