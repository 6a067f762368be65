"use client";
import type { ComponentProps, MouseEvent } from "react";
import { useNavigate } from "./use-navigate";

type LinkProps = Omit<ComponentProps<"a">, "href"> & { href: string };

/**
 * A link within the site. Unlike Next's own it asks for nothing before it is followed: our pages differ for each reader,
 * so what could be fetched ahead is only the frame that the reader already has, and each page has a dozen links.
 */
export function Link({ href, onClick, ...props }: LinkProps) {
  const go = useNavigate();

  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const isOurs = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isOurs || (props.target && props.target !== "_self")) return;
    event.preventDefault();
    go(href);
  }
  return <a href={href} onClick={click} {...props} />;
}
