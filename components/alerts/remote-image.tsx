"use client";
import { createElement, useCallback, useEffect, useRef } from "react";

type RemoteImageProps = { src: string; alt: string; onBroken: () => void; isLazy?: boolean; className?: string };

/** A picture as its owner serves it, without a referrer. next/image could not make it smaller, only the page's script larger. */
export function RemoteImage({ src, alt, onBroken, isLazy = false, className }: RemoteImageProps) {
  const latest = useRef(onBroken);
  useEffect(() => {
    latest.current = onBroken;
  });
  // The same function in each rendering, or React would take the picture away and ask for it again.
  const follow = useCallback(
    (element: HTMLImageElement) => {
      if (!element.hasAttribute("src")) element.src = src;
      // It may have failed before this code was there to hear of it.
      if (!isLazy && element.complete && element.naturalWidth === 0) latest.current();
      // What scrolled out is no longer asked for; else the element and its row would live until it arrives.
      return () => element.removeAttribute("src");
    },
    [src, isLazy],
  );
  return createElement("img", {
    src,
    alt,
    className,
    decoding: "async",
    loading: isLazy ? "lazy" : "eager",
    referrerPolicy: "no-referrer",
    onError: onBroken,
    ref: follow,
  });
}
