"use client";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { ChartGaps } from "@/components/ui/chart-gaps";
import { cn } from "@/components/ui/cn";
import { Playhead, TimeRuler } from "@/components/ui/time-ruler";
import type { Tick } from "@/components/ui/time-ticks";

type HistogramSeries = { label: string; className: string };
type HistogramProps = {
  /** The chart's accessible name, which should say that a range can be selected. */
  label: string;
  /** The series of each bar, from bottom to top. */
  series: readonly HistogramSeries[];
  /** The values of the chart: one array per bar, with one value per series. */
  bars: readonly (readonly number[])[];
  /** Returns the text for the bars from `first` to `last`. */
  wordsOf: (first: number, last: number) => string;
  /** Returns the caption shown while no bar is active. `peak` is the highest bar's count. */
  peakOf: (peak: number) => string;
  onSelect: (first: number, last: number) => void;
  ticks: readonly Tick[];
  /** The position of the current time, from 0 to 1. */
  now?: number | undefined;
  /** Returns a short label for a bar's start. */
  timecodeOf: (index: number) => string;
  className?: string;
};

const WIDTH = 10;
const HEIGHT = 100;
/** The minimum height, so that small values stay visible next to values a hundred times larger. */
const MIN_HEIGHT = 2;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * A stacked bar chart over time. Clicking selects a bar, and dragging selects a range. Both also work with the
 * keyboard.
 */
export function ChartHistogram(props: HistogramProps) {
  const { label, series, bars, wordsOf, peakOf, onSelect, ticks, now, timecodeOf, className } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const last = bars.length - 1;
  const peak = Math.max(0, ...bars.map(sum));
  const largest = Math.max(1, peak);
  const current = pointed ?? cursor;
  const [from, to] =
    current === null ? [-1, -1] : [Math.min(anchor ?? current, current), Math.max(anchor ?? current, current)];

  function barAt(event: PointerEvent) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * bars.length)));
  }
  function choose() {
    if (current !== null) onSelect(from, to);
    setAnchor(null);
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = cursor ?? last;
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const next = steps[event.key];
    if (next !== undefined) {
      setAnchor(event.shiftKey ? (anchor ?? at) : null);
      setCursor(Math.max(0, Math.min(last, next)));
    } else if (event.key === "Enter" || event.key === " ") choose();
    else if (event.key === "Escape" && anchor !== null) setAnchor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={className}>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4 text-xs text-muted-foreground">
        <span className="tabular-nums">{current === null ? peakOf(peak) : wordsOf(from, to)}</span>
        <ul className="flex gap-3">
          {series.map((one) => (
            <li key={one.label} className="flex items-center gap-1.5">
              <span aria-hidden className={cn("size-2 rounded-sm bg-current", one.className)} />
              {one.label}
            </li>
          ))}
        </ul>
      </div>
      <div className="relative">
        <div
          ref={frame}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, last)}
          aria-valuenow={cursor ?? last}
          aria-valuetext={last < 0 ? "" : wordsOf(cursor === null ? last : from, cursor === null ? last : to)}
          className="relative h-24 cursor-crosshair touch-pan-y select-none border-b border-input sm:h-28"
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setAnchor(barAt(event));
            setPointed(barAt(event));
          }}
          onPointerMove={(event) => setPointed(barAt(event))}
          onPointerUp={choose}
          onPointerCancel={() => setAnchor(null)}
          onPointerLeave={(event) => {
            if (!event.currentTarget.hasPointerCapture(event.pointerId)) setPointed(null);
          }}
          onFocus={(event) => {
            if (event.currentTarget.matches(":focus-visible")) setCursor(cursor ?? last);
          }}
          onBlur={() => {
            setCursor(null);
            setAnchor(null);
          }}
          onKeyDown={onKeyDown}
        >
          <svg
            aria-hidden
            viewBox={`0 0 ${Math.max(1, bars.length) * WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full"
          >
            <path
              d={`M0 ${HEIGHT / 2}H${bars.length * WIDTH}`}
              className="stroke-border"
              strokeDasharray="2 4"
              vectorEffect="non-scaling-stroke"
            />
            {current === null ? null : (
              <rect x={from * WIDTH} width={(to - from + 1) * WIDTH} height={HEIGHT} className="fill-primary/15" />
            )}
            {series.map((one, place) => (
              <path key={one.label} d={barsOf(bars, place, largest)} fill="currentColor" className={one.className} />
            ))}
            <ChartGaps bars={bars.length} width={WIDTH} height={HEIGHT} />
          </svg>
        </div>
        <TimeRuler ticks={ticks} now={now} playhead={current === null ? undefined : current / bars.length} />
        {current === null ? null : <Playhead at={current / bars.length} timecode={timecodeOf(current)} />}
      </div>
    </div>
  );
}

/** Returns one SVG path for all bars of a series, so that a hundred bars need only three elements. */
function barsOf(bars: HistogramProps["bars"], place: number, largest: number): string {
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(MIN_HEIGHT, (value / largest) * HEIGHT));
  return bars
    .map((values, index) => {
      const height = heightOf(values[place] ?? 0);
      const below = values.slice(0, place).reduce((total, value) => total + heightOf(value), 0);
      const bottom = Math.min(HEIGHT, HEIGHT - below);
      return height === 0
        ? ""
        : `M${index * WIDTH} ${bottom.toFixed(1)}v${(-height).toFixed(1)}h${WIDTH}v${height.toFixed(1)}z`;
    })
    .join("");
}
