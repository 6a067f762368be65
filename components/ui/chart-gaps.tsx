type ChartGapsProps = { bars: number; width: number; height: number };

/** A pixel of the card's ground between the bars of a chart, however wide they are drawn. */
export function ChartGaps({ bars, width, height }: ChartGapsProps) {
  const gaps = Array.from({ length: Math.max(0, bars - 1) }, (_, index) => `M${(index + 1) * width} 0V${height}`);
  return (
    <path d={gaps.join("")} className="stroke-surface" vectorEffect="non-scaling-stroke" shapeRendering="crispEdges" />
  );
}
