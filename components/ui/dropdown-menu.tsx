"use client";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { DropdownMenuContext } from "@/components/ui/dropdown-menu-context";
import { type FloatingAlign, type FloatingSide, useFloating } from "@/components/ui/floating";
import { FloatingTrigger, type TriggerElement } from "@/components/ui/floating-trigger";

type DropdownMenuProps = {
  trigger: TriggerElement;
  /** Names the menu for assistive technology. */
  label: string;
  side?: FloatingSide;
  align?: FloatingAlign;
  className?: string;
  children: ReactNode;
};

type OpenedBy = "pointer" | "first" | "last";

const TYPEAHEAD_MS = 500;

/** A menu of actions (WAI-ARIA menu button): arrows, Home, End and typing move, Escape returns to the button. */
export function DropdownMenu({
  trigger,
  label,
  side = "bottom",
  align = "end",
  className,
  children,
}: DropdownMenuProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", until: 0 });
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null);
  const open = openedBy !== null;

  function close(restoreFocus: boolean) {
    if (restoreFocus) anchor.current?.focus();
    setOpenedBy(null);
  }
  useFloating({ open, onClose: close, anchor, popup: menu, side, align });

  useEffect(() => {
    if (openedBy === "pointer") menu.current?.focus();
    if (openedBy === "first") itemsOf(menu.current).at(0)?.focus();
    if (openedBy === "last") itemsOf(menu.current).at(-1)?.focus();
  }, [openedBy]);

  function toggle(event: MouseEvent<HTMLElement>) {
    // A click without a pointer comes from Enter or Space.
    setOpenedBy(open ? null : event.detail === 0 ? "first" : "pointer");
  }

  function onTriggerKey(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpenedBy(event.key === "ArrowDown" ? "first" : "last");
  }

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
    <>
      <FloatingTrigger
        element={trigger}
        anchor={anchor}
        kind="menu"
        open={open}
        popupId={id}
        onToggle={toggle}
        onKeyDown={onTriggerKey}
      />
      {open ? (
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
      ) : null}
    </>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])") ?? [])];
}
