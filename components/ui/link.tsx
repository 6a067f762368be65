"use client";
import type { ComponentProps, MouseEvent } from "react";
import { useNavigate } from "./use-navigate";
import { usePrefetch } from "./use-prefetch";

type LinkProps = Omit<ComponentProps<"a">, "href"> & { href: string };

/**
 * A link within the site. It prefetches only when the reader is about to open it. Next's link prefetches when it
 * becomes visible, which is too often: a page has a dozen links, and pages are rendered per reader.
 */
export function Link({ href, onClick, ...props }: LinkProps) {
  const go = useNavigate();
  const prefetching = usePrefetch(props.target && props.target !== "_self" ? undefined : href);

  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const isOurs = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isOurs || (props.target && props.target !== "_self")) return;
    event.preventDefault();
    go(href);
  }
  return <a href={href} onClick={click} {...prefetching} {...props} />;
}
