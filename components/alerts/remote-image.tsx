"use client";
import { createElement } from "react";

type RemoteImageProps = { src: string; alt: string; onBroken: () => void; isLazy?: boolean; className?: string };

/** A picture as its owner serves it, without a referrer. next/image could not make it smaller, only the page's script larger. */
export function RemoteImage({ src, alt, onBroken, isLazy = false, className }: RemoteImageProps) {
  return createElement("img", {
    src,
    alt,
    className,
    decoding: "async",
    loading: isLazy ? "lazy" : "eager",
    referrerPolicy: "no-referrer",
    onError: onBroken,
    // It may have failed before this code was there to hear of it.
    ref: (element: HTMLImageElement | null) => {
      if (!isLazy && element?.complete && element.naturalWidth === 0) onBroken();
    },
  });
}
