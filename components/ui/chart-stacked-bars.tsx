"use client";
import { type PointerEvent, useState } from "react";
import { ChartGaps } from "@/components/ui/chart-gaps";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format-number";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { Playhead, TimeRuler } from "@/components/ui/time-ruler";
import type { Tick } from "@/components/ui/time-ticks";

/** A series of the chart. `color` is a text color class, such as `text-success`. */
export type ChartSeries = { id: string; label: string; color: string };
/** One bar, with a value for each series in the order of the series. */
type ChartBar = { label: string; values: readonly number[] };

type ChartStackedBarsProps = {
  /** The chart's label, which names the unit, such as "Requests per day". */
  label: string;
  /** What each bar stands for, such as "Day". */
  unit: string;
  /** The series, from bottom to top. */
  series: readonly ChartSeries[];
  bars: readonly ChartBar[];
  /** Formats a value. Defaults to a count. */
  format?: (value: number) => string;
  /**
   * Set for values that don't add up, such as percentiles. Every bar then starts at zero, so the largest series comes
   * first. `figures` are the values in the legend, in place of totals. A value of 0 means that there is none.
   */
  overlaid?: { figures: readonly number[]; summary: string };
  /** The ticks of the time axis. By default, labels of bars are shown where they fit. */
  ticks?: readonly Tick[];
  className?: string;
};

const HEIGHT = 100;
const PITCH = 10;
const LEAST = 1.5;
const LABELS = 8;

/** A stacked bar chart. The legend shows totals, the tooltip shows a bar's values, and a table lists all values. */
export function ChartStackedBars(props: ChartStackedBarsProps) {
  const { label, unit, series, bars, format = formatCount, overlaid, ticks = ticksOf(bars), className } = props;
  const [active, setActive] = useState<number | null>(null);
  const isStacked = overlaid === undefined;
  const top = niceTop(Math.max(0, ...bars.map((bar) => (isStacked ? sumOf(bar) : Math.max(0, ...bar.values)))));
  const sums = series.map((_, place) => bars.reduce((sum, bar) => sum + (bar.values[place] ?? 0), 0));
  const total = sums.reduce((sum, n) => sum + n, 0);
  const width = Math.max(1, bars.length) * PITCH;
  const pointed = active === null ? undefined : bars[active];

  function point(event: PointerEvent<HTMLDivElement>) {
    const { left, width: across } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / across) * bars.length);
    setActive(Math.max(0, Math.min(bars.length - 1, place)));
  }

  return (
    <figure className={cn("min-w-0", className)}>
      <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1.5">
        {series.map(({ id, label: name, color }, place) => (
          <li key={id} className="flex items-center gap-1.5 whitespace-nowrap">
            <Mark color={color} />
            <span className="text-muted-foreground">{name}</span>
            <span className="font-medium tabular-nums">{format((overlaid?.figures ?? sums)[place] ?? 0)}</span>
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <div
          aria-hidden
          className="flex h-40 flex-col justify-between text-right text-xs leading-none text-muted-foreground tabular-nums"
        >
          <span className="-mt-1.5">{format(top)}</span>
          <span>{format(top / 2)}</span>
          <span className="-mb-1.5">0</span>
        </div>
        <div className="relative min-w-0 flex-1">
          <div
            className="relative h-40 border-b border-input"
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={() => setActive(null)}
          >
            <svg
              role="img"
              aria-label={`${label}: ${overlaid?.summary ?? `${format(total)} in total`}. The table below has the numbers.`}
              viewBox={`0 0 ${width} ${HEIGHT}`}
              preserveAspectRatio="none"
              className="absolute inset-0 size-full"
            >
              <path
                d={`M0 ${HEIGHT / 2}H${width}`}
                className="stroke-border"
                strokeDasharray="2 4"
                vectorEffect="non-scaling-stroke"
              />
              {series.map(({ id, color }, place) => (
                <path key={id} d={partsOf(bars, place, top, isStacked)} fill="currentColor" className={color} />
              ))}
              <ChartGaps bars={bars.length} width={PITCH} height={HEIGHT} />
            </svg>
            {pointed && active !== null ? (
              <div
                aria-hidden
                className="pointer-events-none absolute top-0 z-10 w-max rounded-md border border-border bg-raised px-2.5 py-1.5 text-xs leading-5 shadow-raised"
                style={placeOf(active, bars.length)}
              >
                {sumOf(pointed) === 0 ? <div className="text-muted-foreground">Nothing</div> : null}
                {series.map(({ id, label: name, color }, place) =>
                  pointed.values[place] ? (
                    <div key={id} className="flex items-center gap-1.5">
                      <Mark color={color} />
                      <span className="flex-1 text-muted-foreground">{name}</span>
                      <span className="pl-4 tabular-nums">{format(pointed.values[place] ?? 0)}</span>
                    </div>
                  ) : null,
                )}
              </div>
            ) : null}
          </div>
          <TimeRuler ticks={ticks} playhead={active === null ? undefined : (active + 0.5) / bars.length} />
          {pointed && active !== null ? <Playhead at={(active + 0.5) / bars.length} timecode={pointed.label} /> : null}
        </div>
      </div>
      <details className="disclosure mt-2">
        <summary className="w-fit rounded-sm text-xs text-muted-foreground hover:text-foreground">As a table</summary>
        <Table label={label} className="mt-2" containerClassName="max-h-72 overflow-y-auto">
          <TableHeader>
            <tr>
              <TableHead className="pl-0!">{unit}</TableHead>
              {series.map(({ id, label: name }) => (
                <TableHead key={id} className="text-right">
                  {name}
                </TableHead>
              ))}
            </tr>
          </TableHeader>
          <TableBody>
            {bars.toReversed().map((bar) => (
              <TableRow key={bar.label}>
                <th scope="row" className="whitespace-nowrap py-1 text-left font-normal">
                  {bar.label}
                </th>
                {series.map(({ id }, place) => (
                  <TableCell key={id} className="h-7 py-1 text-right tabular-nums">
                    {isStacked || bar.values[place] ? format(bar.values[place] ?? 0) : "–"}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </details>
    </figure>
  );
}

function Mark({ color }: { color: string }) {
  return <span aria-hidden className={cn("size-2 shrink-0 rounded-sm bg-current", color)} />;
}

/** Returns a tick below the center of each bar. Labels are shown only where they fit. */
function ticksOf(bars: readonly ChartBar[]): Tick[] {
  const every = Math.ceil(bars.length / LABELS);
  return bars.map(({ label }, index) => ({
    at: (index + 0.5) / bars.length,
    label: (bars.length - 1 - index) % every === 0 ? label : undefined,
  }));
}

function sumOf(bar: ChartBar): number {
  return bar.values.reduce((sum, n) => sum + n, 0);
}

/** Returns an SVG path with the rectangles of one series. */
function partsOf(bars: readonly ChartBar[], place: number, top: number, isStacked: boolean): string {
  return bars
    .map((bar, index) => {
      const value = bar.values[place] ?? 0;
      if (value === 0) return "";
      const below = (isStacked ? bar.values.slice(0, place) : []).reduce((sum, n) => sum + n, 0);
      const height = Math.max(LEAST, (value / top) * HEIGHT);
      const bottom = HEIGHT - (below / top) * HEIGHT;
      return `M${index * PITCH} ${bottom.toFixed(2)}h${PITCH}V${Math.max(0, bottom - height).toFixed(2)}h${-PITCH}z`;
    })
    .join("");
}

/** Places the tooltip on the side of the bar with more space. */
function placeOf(index: number, bars: number) {
  const middle = ((index + 0.5) / bars) * 100;
  return middle < 50 ? { left: `calc(${middle}% + 0.75rem)` } : { right: `calc(${100 - middle}% + 0.75rem)` };
}

/** Returns the smallest even round number (2, 4, 6, 8, 10, 20, 40, …) that is not less than `largest`. */
function niceTop(largest: number): number {
  let step = 1;
  for (;;) {
    for (const factor of [2, 4, 6, 8, 10]) if (factor * step >= largest) return factor * step;
    step *= 10;
  }
}
