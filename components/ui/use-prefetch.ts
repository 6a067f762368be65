"use client";
import { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

/** How long the pointer must rest on a link. A mouse that passes over the link leaves earlier. */
const RESTS_AFTER_MS = 65;

/**
 * Prefetches the page behind a link on hover, keyboard focus or press. `next.config.js` sets how long the page is
 * cached.
 * @returns handlers for the link, or none without a URL.
 */
export function usePrefetch(href: string | undefined) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (href === undefined) return {};

  function prefetch() {
    clearTimeout(timer.current);
    const isHere = href === window.location.pathname + window.location.search;
    if (href !== undefined && !isHere) router.prefetch(href, { kind: PrefetchKind.FULL });
  }
  function prefetchSoon() {
    clearTimeout(timer.current);
    timer.current = setTimeout(prefetch, RESTS_AFTER_MS);
  }
  const leave = () => clearTimeout(timer.current);
  return {
    onPointerEnter: prefetchSoon,
    onPointerLeave: leave,
    onFocus: prefetchSoon,
    onBlur: leave,
    onPointerDown: prefetch,
  };
}
