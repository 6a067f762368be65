import { cn } from "@/components/ui/cn";
import type { Tick } from "@/components/ui/time-ticks";

type TimeRulerProps = {
  ticks: readonly Tick[];
  /** The position of the current time, from 0 to 1. */
  now?: number | undefined;
  /** The position of the playhead, from 0 to 1. Labels near it are hidden. */
  playhead?: number | undefined;
  className?: string;
};

const LENGTH = 1_000;
/** Half the width of a label, as a share of the ruler's length. */
const ROOM = 0.07;
const EDGE = 0.03;

/** The axis of a time chart. Shows minor and major ticks, times of day, and a line for the current time. */
export function TimeRuler({ ticks, now, playhead, className }: TimeRulerProps) {
  const covered = [now, playhead].filter((at) => at !== undefined);
  const labeled = ticks
    .filter(({ label }) => label)
    .map((tick, index, all) => ({ ...tick, isSecond: (all.length - index) % 2 === 0 }))
    .map((tick) => ({ ...tick, distance: Math.min(...covered.map((other) => Math.abs(tick.at - other))) }))
    .filter(({ distance }) => distance > ROOM);
  return (
    <div aria-hidden className={cn("relative h-6 font-mono text-2xs text-muted-foreground", className)}>
      <svg
        aria-hidden
        viewBox={`0 0 ${LENGTH} 8`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        className="absolute inset-x-0 top-0 h-2 w-full overflow-visible"
      >
        <path d={lines(ticks, 3, false)} className="stroke-input/70" vectorEffect="non-scaling-stroke" />
        <path d={lines(ticks, 6, true)} className="stroke-muted-foreground" vectorEffect="non-scaling-stroke" />
        {now === undefined ? null : (
          <path
            d={`M${now * LENGTH} 0v8`}
            className="stroke-primary"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {labeled.map(({ at, label, isSecond, distance }) => (
        <span
          key={at}
          style={at < EDGE || at > 1 - EDGE ? edgeAt(at) : { left: `${at * 100}%`, transform: "translateX(-50%)" }}
          className={cn("absolute top-2 whitespace-nowrap", (isSecond || distance < 2 * ROOM) && "max-sm:hidden")}
        >
          {label}
        </span>
      ))}
      {now === undefined ? null : (
        <span className="absolute top-2 text-link" style={edgeAt(now)}>
          now
        </span>
      )}
    </div>
  );
}

/** The vertical line under the pointer with its time, across a chart and its ruler. The parent must be positioned. */
export function Playhead({ at, timecode }: { at: number; timecode: string }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-10">
      <span style={{ left: `${at * 100}%` }} className="absolute inset-y-0 w-px -translate-x-1/2 bg-foreground" />
      <span
        style={edgeAt(at)}
        className="absolute bottom-0 whitespace-nowrap rounded-sm bg-foreground px-1.5 font-mono text-2xs text-background ring-3 ring-surface"
      >
        {timecode}
      </span>
    </div>
  );
}

/** Returns styles that position an element at `at` and shift it, so that it stays inside the parent. */
function edgeAt(at: number) {
  return { left: `${at * 100}%`, transform: `translateX(${-at * 100}%)` };
}

function lines(ticks: readonly Tick[], height: number, isMajor: boolean): string {
  return ticks
    .filter(({ label }) => Boolean(label) === isMajor)
    .map(({ at }) => `M${(at * LENGTH).toFixed(1)} 0v${height}`)
    .join("");
}
