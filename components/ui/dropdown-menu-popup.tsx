"use client";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { DropdownMenuContext } from "@/components/ui/dropdown-menu-context";
import { type FloatingAlign, type FloatingSide, useFloating } from "@/components/ui/floating";

/** How it was opened: by keys the first or the last item has the focus. */
export type OpenedBy = "pointer" | "first" | "last";

type DropdownMenuPopupProps = {
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  openedBy: OpenedBy;
  onClose: () => void;
  side: FloatingSide;
  align: FloatingAlign;
  className?: string | undefined;
  children: ReactNode;
};

const TYPEAHEAD_MS = 500;

/** The open menu: arrows, Home, End and typing move, Escape returns to the button. */
export function DropdownMenuPopup({
  id,
  label,
  anchor,
  openedBy,
  onClose,
  side,
  align,
  className,
  children,
}: DropdownMenuPopupProps) {
  const menu = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", until: 0 });

  function close(restoreFocus: boolean) {
    if (restoreFocus) anchor.current?.focus();
    onClose();
  }
  useFloating({ open: true, onClose: close, anchor, popup: menu, side, align });

  useEffect(() => {
    if (openedBy === "pointer") menu.current?.focus();
    if (openedBy === "first") itemsOf(menu.current).at(0)?.focus();
    if (openedBy === "last") itemsOf(menu.current).at(-1)?.focus();
  }, [openedBy]);

  function onMenuKey(event: KeyboardEvent<HTMLElement>) {
    // The row or page around the menu must not act on keys that are meant for it.
    event.stopPropagation();
    if (event.key === "Tab") {
      close(true);
      return;
    }
    const items = itemsOf(menu.current);
    const current = items.findIndex((item) => item.matches(":focus"));
    const target = itemFor(event, items, current);
    if (target) {
      event.preventDefault();
      target.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      items[current]?.click();
    }
  }

  function itemFor(event: KeyboardEvent, items: HTMLElement[], current: number): HTMLElement | undefined {
    if (event.key === "ArrowDown") return items[(current + 1) % items.length];
    if (event.key === "ArrowUp") return items[(Math.max(current, 0) - 1 + items.length) % items.length];
    if (event.key === "Home") return items[0];
    if (event.key === "End") return items.at(-1);
    if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    const now = Date.now();
    const text = (typed.current.until > now ? typed.current.text : "") + event.key.toLowerCase();
    typed.current = { text, until: now + TYPEAHEAD_MS };
    const from = text.length === 1 ? current + 1 : Math.max(current, 0);
    return [...items.slice(from), ...items.slice(0, from)].find((item) =>
      item.textContent?.trim().toLowerCase().startsWith(text),
    );
  }

  return (
    <DropdownMenuContext value={{ close: () => close(true) }}>
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        popover="manual"
        tabIndex={-1}
        data-open=""
        onKeyDown={onMenuKey}
        onClick={(event) => event.stopPropagation()}
        className={cn(
          "fixed inset-auto m-0 min-w-44 max-w-[calc(100vw-1rem)] cursor-default overflow-y-auto whitespace-normal rounded-lg border border-border bg-raised p-1 text-left text-sm font-normal text-foreground shadow-raised outline-none transition-opacity duration-100 starting:opacity-0",
          className,
        )}
      >
        {children}
      </div>
    </DropdownMenuContext>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])") ?? [])];
}
