import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type SceneName = "quiet" | "wedge" | "blank" | "key" | "log" | "lost";

/** The part of the drawing that differs between scenes, by scene name. All scenes show the same empty yard. */
const drawings: Record<SceneName, ReactNode> = {
  quiet: (
    <>
      <path d="M58 60.5h44l16 15H42z" className="fill-signal/12 stroke-signal" strokeDasharray="3 3" />
      <circle cx="136" cy="20" r="2.5" className="fill-signal stroke-none" />
    </>
  ),
  wedge: (
    <>
      <path d="M80 22 110 74H50z" className="fill-signal/12 stroke-none" />
      <path d="m50 74 30-52 30 52" className="stroke-signal" />
      <circle cx="80" cy="20" r="4.5" className="fill-scene-0 stroke-scene-ink" strokeWidth="1.5" />
      <circle cx="80" cy="20" r="1.5" className="fill-scene-ink stroke-none" />
    </>
  ),
  blank: (
    <path
      d="M62 38v-8h10M98 38v-8H88M62 58v8h10M98 58v8H88"
      className="stroke-scene-ink"
      strokeWidth="1.5"
      strokeLinejoin="round"
    />
  ),
  key: (
    <g className="stroke-scene-ink" strokeWidth="1.75">
      <circle cx="66" cy="46" r="10" className="fill-scene-0" />
      <circle cx="66" cy="46" r="3" className="fill-signal stroke-none" />
      <path d="M76 46h28v8M95 46v6" />
    </g>
  ),
  log: (
    <>
      <path d="M20 62h120M32 62v-3M44 62v-3M56 62v-3M80 62v-3M92 62v-3M104 62v-3" className="stroke-scene-ink/60" />
      <path d="M20 62v-7M68 62v-7M116 62v-7" className="stroke-scene-ink" />
      <path d="M128 26v36" className="stroke-signal" />
      <path d="M125.5 22h5v3l-2.5 2.5-2.5-2.5z" className="fill-signal stroke-none" />
    </>
  ),
  lost: (
    <g className="stroke-none">
      <path d="M0 20h160v5H0zM0 52h160v9H0z" className="fill-scene-2/70" />
      <path d="M0 33h104v2H0zM58 43h102v3H58z" className="fill-scene-3/80" />
      <path d="M24 20h38v5H24zM88 52h46v9H88zM14 54h22v2H14z" className="fill-scene-3" />
    </g>
  ),
};

type SceneProps = {
  name: SceneName;
  /** The texts on the left and right of large scenes. */
  burnedIn?: readonly [string, string];
  className?: string;
};

/** A drawing of an empty yard as seen by a camera, for empty lists and errors. */
export function Scene({ name, burnedIn, className }: SceneProps) {
  return (
    <span aria-hidden className={cn("viewfinder dark block w-40", className)}>
      <svg aria-hidden viewBox="0 0 160 90" fill="none" className="absolute inset-0 size-full">
        <path d="M0 48h160v42H0z" className="fill-scene-1" />
        <path
          d="M0 48h160M0 55h160M0 66h160M0 81h160M64 48 20 90M80 48v42M96 48l44 42M48 48 0 72M112 48l48 24M32 48 0 57M128 48l32 9"
          className="stroke-scene-2"
        />
        {drawings[name]}
      </svg>
      {burnedIn ? (
        <span className="burned-in uppercase">
          <span>{burnedIn[0]}</span>
          <span>{burnedIn[1]}</span>
        </span>
      ) : null}
    </span>
  );
}
