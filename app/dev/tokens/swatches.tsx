"use client";
import { type RefObject, useEffect, useRef, useState } from "react";

type SwatchesProps = { names: readonly string[]; kind?: "text" | "mark"; ground?: string };

/** Shows colors as computed by the browser, with their contrast on a background. */
export function Swatches({ names, kind = "mark", ground = "background" }: SwatchesProps) {
  const list = useRef<HTMLUListElement>(null);
  const ratios = useRatios(list, names, ground);
  return (
    <ul ref={list} className="flex basis-full flex-wrap gap-2">
      {names.map((name, index) => (
        <li
          key={name}
          style={{ background: `var(--${ground})`, ...(ground.startsWith("scene") && { color: "var(--scene-ink)" }) }}
          className="flex w-44 items-center gap-2 rounded-md border border-border px-2 py-1.5 text-xs"
        >
          <span aria-hidden style={{ background: `var(--${name})` }} className="size-6 shrink-0 rounded-sm" />
          <span style={kind === "text" ? { color: `var(--${name})` } : undefined} className="min-w-0 truncate">
            {name} {ratios[index]}
          </span>
        </li>
      ))}
    </ul>
  );
}

function useRatios(list: RefObject<HTMLElement | null>, names: readonly string[], ground: string): string[] {
  const [ratios, setRatios] = useState<string[]>([]);
  const key = names.join(" ");
  useEffect(() => {
    if (!list.current) return;
    const style = getComputedStyle(list.current);
    const luminanceOf = (name: string) => relativeLuminance(style.getPropertyValue(`--${name}`));
    setRatios(
      key.split(" ").map((name) => {
        const [dark = 0, bright = 0] = [luminanceOf(name), luminanceOf(ground)].sort((one, other) => one - other);
        return ((bright + 0.05) / (dark + 0.05)).toFixed(1);
      }),
    );
  }, [list, key, ground]);
  return ratios;
}

/** Returns the relative luminance (WCAG) of any color that a canvas can draw. */
function relativeLuminance(color: string): number {
  const brush = new OffscreenCanvas(1, 1).getContext("2d");
  if (!brush) return 0;
  brush.fillStyle = color;
  brush.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...brush.getImageData(0, 0, 1, 1).data].map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
