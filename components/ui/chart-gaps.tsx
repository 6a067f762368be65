type ChartGapsProps = { bars: number; width: number; height: number };

/** Draws a 1 px gap between the bars of a chart, regardless of their width. */
export function ChartGaps({ bars, width, height }: ChartGapsProps) {
  const gaps = Array.from({ length: Math.max(0, bars - 1) }, (_, index) => `M${(index + 1) * width} 0V${height}`);
  return (
    <path d={gaps.join("")} className="stroke-surface" vectorEffect="non-scaling-stroke" shapeRendering="crispEdges" />
  );
}
