import { encode } from "uqr";

/** The width of the blank margin in modules. Scanners need it (ISO/IEC 18004 §6.3.8). */
const QUIET_MODULES = 4;

/** Draws `text` as a QR code. It is dark on light in both themes, because not every scanner reads inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_MODULES });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-lg border border-border bg-white"
    >
      <path d={data.map(pathOfRow).join("")} className="fill-black" />
    </svg>
  );
}

/** Returns an SVG path with one rectangle for each run of dark modules in a row. */
function pathOfRow(row: readonly boolean[], y: number): string {
  const runs = [
    ...row
      .map((dark) => (dark ? "1" : "0"))
      .join("")
      .matchAll(/1+/g),
  ];
  return runs.map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join("");
}
