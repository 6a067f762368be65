import { cn } from "@/components/ui/cn";

type SparklineProps = { values: readonly number[]; label: string; className?: string };

const HEIGHT = 20;

/** A small bar chart that starts at zero. `label` describes the bars, for example "1,204 requests in 30 days". */
export function ChartSparkline({ values, label, className }: SparklineProps) {
  const largest = Math.max(1, ...values);
  let bars = "";
  let zeros = "";
  values.forEach((value, index) => {
    const height = value > 0 ? Math.max(2, (value / largest) * HEIGHT) : 1;
    const bar = `M${index * 4} ${HEIGHT}v${-height.toFixed(2)}h3v${height.toFixed(2)}z`;
    if (value > 0) bars += bar;
    else zeros += bar;
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, values.length) * 4 - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn("h-5 w-28 text-primary", className)}
    >
      <path d={zeros} className="fill-input" />
      <path d={bars} fill="currentColor" />
    </svg>
  );
}
