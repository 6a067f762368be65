"use client";
import { createElement, useCallback, useEffect, useRef } from "react";

type RemoteImageProps = { src: string; alt: string; onBroken: () => void; isLazy?: boolean; className?: string };

/**
 * An image from an external server, loaded without a referrer. It doesn't use next/image, which couldn't resize it
 * and would add script.
 */
export function RemoteImage({ src, alt, onBroken, isLazy = false, className }: RemoteImageProps) {
  const latest = useRef(onBroken);
  useEffect(() => {
    latest.current = onBroken;
  });
  // Memoized, because React would remove and reload the picture if this callback changed.
  const follow = useCallback(
    (element: HTMLImageElement) => {
      if (!element.hasAttribute("src")) element.src = src;
      // The image may have failed before hydration.
      if (!isLazy && element.complete && element.naturalWidth === 0) latest.current();
      // Cancel loading when the image scrolls out of view. Otherwise the element and its row stay in memory until
      // it has loaded.
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
