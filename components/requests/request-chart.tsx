"use client";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/components/shell/query-error";
import { ChartHistogram } from "@/components/ui/chart-histogram";
import { cn } from "@/components/ui/cn";
import { formatCount, formatQuantity } from "@/components/ui/format-number";
import { formatMoment, zoneName } from "@/components/ui/format-time";
import { useZone } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { timeTicks } from "@/components/ui/time-ticks";
import type { RequestHistogram } from "@/lib/requests/schema";
import { endsNow, requestHistogramOptions } from "./queries";
import { useRequestList } from "./request-list-context";
import type { RequestFilter } from "./request-search";

const series = [
  { label: "Succeeded", className: "text-chart-1" },
  { label: "Refused", className: "text-warning" },
  { label: "Failed", className: "text-danger" },
];

type RequestChartProps = { filter: RequestFilter; isStale: boolean };

/** A chart of the number of requests over time. Selecting a range filters the list. */
export function RequestChart({ filter, isStale }: RequestChartProps) {
  const { organization, setSearch } = useRequestList();
  const query = useQuery({ ...requestHistogramOptions(organization, filter), placeholderData: (before) => before });
  const { data } = query;
  if (!data) {
    return query.isLoadingError ? (
      <QueryError
        title="The chart didn't load"
        query={query}
        className="mb-4 rounded-lg border border-border bg-surface py-6"
      />
    ) : (
      <Skeleton className="mb-4 h-44 rounded-lg" />
    );
  }
  function choose(from: string, to: string) {
    setSearch({ ...filter, range: undefined, from, to });
  }
  return (
    <div
      className={cn(
        "mb-4 rounded-lg border border-border bg-surface px-4 py-3 transition-opacity",
        (isStale || query.isPlaceholderData) && "opacity-60",
      )}
    >
      <Bars data={data} isCurrent={endsNow(filter)} onChoose={choose} />
    </div>
  );
}

type BarsProps = { data: RequestHistogram; isCurrent: boolean; onChoose: (from: string, to: string) => void };

function Bars({ data, isCurrent, onChoose }: BarsProps) {
  const timeZone = useZone();
  const { buckets, bucket_s } = data;
  const startOf = (index: number) => Date.parse(buckets[index]?.start ?? data.from);
  const endOf = (index: number) => startOf(index) + bucket_s * 1_000;
  const end = endOf(buckets.length - 1);
  const zone = zoneName(new Date(end), timeZone);
  const now = isCurrent ? Math.min(1, (Date.parse(data.to) - startOf(0)) / (end - startOf(0))) : undefined;
  const words = (time: number) => formatMoment(new Date(time), { timeZone, seconds: bucket_s < 60 });

  function wordsOf(first: number, last: number): string {
    const chosen = buckets.slice(first, last + 1);
    const sum = (name: "successes" | "client_errors" | "server_errors") =>
      formatCount(chosen.reduce((total, bucket) => total + bucket[name], 0));
    const counts = `${sum("successes")} succeeded, ${sum("client_errors")} rejected, ${sum("server_errors")} failed`;
    return `${words(startOf(first))} – ${words(endOf(last))}: ${counts}`;
  }

  return (
    <>
      <h2 className="mb-1 text-sm font-semibold tabular-nums">
        {formatQuantity(data.total, "request")}
        {data.counted_from ? (
          <span className="ml-2 text-xs font-normal text-muted-foreground">
            counting only the newest, since {words(Date.parse(data.counted_from))}
          </span>
        ) : null}
      </h2>
      <ChartHistogram
        label="Requests over time. Use the arrow keys to move, Shift to extend, and Enter to show the selection."
        series={series}
        bars={buckets.map((bucket) => [bucket.successes, bucket.client_errors, bucket.server_errors])}
        wordsOf={wordsOf}
        peakOf={(peak) =>
          peak === 0 ? "No requests in this period" : `Peak: ${formatCount(peak)} in ${stepWords(bucket_s)}, ${zone}`
        }
        onSelect={(first, last) =>
          onChoose(new Date(startOf(first)).toISOString(), new Date(endOf(last)).toISOString())
        }
        ticks={timeTicks(startOf(0), end, timeZone)}
        now={now}
        timecodeOf={(index) => words(startOf(index))}
      />
    </>
  );
}

/** Formats a duration, such as "15 minutes" or "1 hour". */
function stepWords(seconds: number): string {
  if (seconds >= 86_400) return formatQuantity(seconds / 86_400, "day");
  if (seconds >= 3_600) return formatQuantity(seconds / 3_600, "hour");
  return seconds >= 60 ? formatQuantity(seconds / 60, "minute") : formatQuantity(seconds, "second");
}
