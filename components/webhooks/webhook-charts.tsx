"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryError } from "@/components/shell/query-error";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { type ChartSeries, ChartStackedBars } from "@/components/ui/chart-stacked-bars";
import { cn } from "@/components/ui/cn";
import { formatCount, formatQuantity } from "@/components/ui/format-number";
import { formatDay, formatMoment, formatTimeOfDay } from "@/components/ui/format-time";
import { useZone } from "@/components/ui/relative-time";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { timeTicks } from "@/components/ui/time-ticks";
import { type WebhookPeriod, webhookPeriods } from "@/lib/values";
import type { WebhookStatistics } from "@/lib/webhooks/statistics-schema";
import { webhookPeriodLabels } from "./delivery-labels";
import { webhookStatisticsOptions } from "./delivery-queries";

const attemptSeries: readonly ChartSeries[] = [
  { id: "succeeded", label: "Succeeded", color: "text-chart-1" },
  { id: "failed", label: "Failed", color: "text-danger" },
];
const durationSeries: readonly ChartSeries[] = [
  { id: "p95", label: "95th percentile", color: "text-chart-3" },
  { id: "median", label: "Median", color: "text-chart-1" },
];

const REFRESH_MS = 15_000;

type WebhookChartsProps = {
  organization: string;
  id: string;
  period: WebhookPeriod;
  onPeriod: (period: WebhookPeriod) => void;
};

/** Charts of a webhook's attempts and of how long its receiver takes. */
export function WebhookCharts({ organization, id, period, onPeriod }: WebhookChartsProps) {
  const query = useQuery({
    ...webhookStatisticsOptions(organization, id, period),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const { data } = query;
  return (
    <section aria-labelledby="charts">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="charts" className="font-semibold">
          Attempts in the last {webhookPeriodLabels[period]}
        </h2>
        <Segmented
          label="Period"
          value={period}
          onValueChange={onPeriod}
          options={webhookPeriods.map((value) => ({ value, label: webhookPeriodLabels[value] }))}
        />
      </div>
      {data ? (
        <div
          className={cn(
            "grid items-start gap-4 transition-opacity @4xl:grid-cols-2",
            query.isPlaceholderData && "opacity-60",
          )}
          aria-busy={query.isPlaceholderData}
        >
          <Charts data={data} />
        </div>
      ) : query.isLoadingError ? (
        <QueryError
          title="The charts didn't load"
          query={query}
          className="rounded-lg border border-border bg-surface py-6"
        />
      ) : (
        <div aria-busy="true" className="grid gap-4 @4xl:grid-cols-2">
          <Skeleton className="h-72 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </div>
      )}
    </section>
  );
}

function Charts({ data }: { data: WebhookStatistics }) {
  const timeZone = useZone();
  const { buckets, bucket_s, succeeded, failed, median_ms, p95_ms } = data;
  const total = succeeded + failed;
  const startOf = (start: string) => new Date(start);
  const labelOf = (start: string) => {
    const time = startOf(start);
    if (bucket_s < 6 * 3_600) return formatTimeOfDay(time, timeZone);
    return bucket_s < 86_400 ? formatMoment(time, { timeZone, seconds: false }) : formatDay(time, "UTC");
  };
  const from = Date.parse(data.from);
  const ticks = timeTicks(from, from + buckets.length * bucket_s * 1_000, bucket_s < 86_400 ? timeZone : "UTC");
  const unit = bucket_s < 86_400 ? "From" : "Day (UTC)";
  const step = { 3600: "hour", 21600: "6 hours" }[bucket_s] ?? "UTC day";
  return (
    <>
      <Card className="min-w-0">
        <CardHeader
          title="Results"
          description={
            total === 0
              ? "Deliveries appear here once they are sent."
              : `${percentWords(succeeded, total)} of ${formatQuantity(total, "attempt")} succeeded. One bar per ${step}.`
          }
        />
        <CardBody>
          {total === 0 ? (
            <Quiet>No attempts in this period.</Quiet>
          ) : (
            <ChartStackedBars
              label={`Attempts per ${step}`}
              unit={unit}
              series={attemptSeries}
              ticks={ticks}
              bars={buckets.map((bucket) => ({
                label: labelOf(bucket.start),
                values: [bucket.succeeded, bucket.failed],
              }))}
            />
          )}
        </CardBody>
      </Card>
      <Card className="min-w-0">
        <CardHeader title="Duration" description={`How long the server took to reply, per ${step}.`} />
        <CardBody>
          {median_ms === null ? (
            <Quiet>No reply or timeout in this period.</Quiet>
          ) : (
            <ChartStackedBars
              label={`Duration per ${step}`}
              unit={unit}
              series={durationSeries}
              ticks={ticks}
              format={(ms) => `${formatCount(ms)} ms`}
              overlaid={{
                figures: [p95_ms ?? 0, median_ms],
                summary: `median ${median_ms} ms, 95th percentile ${p95_ms ?? 0} ms`,
              }}
              bars={buckets.map((bucket) => ({
                label: labelOf(bucket.start),
                values: [bucket.p95_ms ?? 0, bucket.median_ms ?? 0],
              }))}
            />
          )}
        </CardBody>
      </Card>
    </>
  );
}

/** Shown in place of an empty chart. */
function Quiet({ children }: { children: string }) {
  return <p className="rounded-md bg-muted/60 px-3 py-8 text-center text-muted-foreground">{children}</p>;
}

/** Formats a share rounded down, so that a single failure never shows as 100%. */
function percentWords(part: number, total: number): string {
  return `${Math.floor((part / total) * 1_000) / 10}%`;
}
