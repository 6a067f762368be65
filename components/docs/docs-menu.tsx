"use client";
import { Menu } from "lucide-react";
import { useId, useRef } from "react";
import { DocsNav } from "@/components/docs/docs-nav";
import type { DocsNavGroup } from "@/components/docs/navigation";
import { Button } from "@/components/ui/button";

/** The navigation for narrow windows. It is a native popover, so that it opens before hydration. */
export function DocsMenu({ groups }: { groups: readonly DocsNavGroup[] }) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <Button variant="ghost" size="icon" className="size-10 lg:hidden" aria-label="Menu" popoverTarget={id}>
        <Menu aria-hidden className="size-5!" />
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="slide-in-menu inset-y-0 left-0 m-0 h-dvh max-h-none w-80 max-w-[85vw] overflow-y-auto border-r border-border bg-surface px-3 py-4 text-foreground shadow-raised lg:hidden"
      >
        <DocsNav groups={groups} label="Docs menu" onNavigate={() => menu.current?.hidePopover()} />
      </div>
    </>
  );
}
