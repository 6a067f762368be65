"use client";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { Page } from "@/components/shell/page";
import { cn } from "@/components/ui/cn";

type ListFrameProps = {
  /** The ID of the entry open beside the list. */
  openId: string | null;
  /** The panel of the open entry. Its code may still be loading. */
  panel: ReactNode;
  /** Returns the element ID of an entry's row, which receives focus when the entry closes. */
  rowId: (id: string) => string;
  className?: string;
  children: ReactNode;
};

/** A full-width list that makes room on the right for the open entry. */
export function ListFrame({ openId, panel, rowId, className, children }: ListFrameProps) {
  // When the panel closes, return focus to its row.
  const lastOpen = useRef<string | null>(null);
  useEffect(() => {
    const closed = openId === null ? lastOpen.current : null;
    lastOpen.current = openId;
    if (closed) document.getElementById(rowId(closed))?.focus({ preventScroll: true });
  }, [openId, rowId]);

  return (
    <div className="[--panel:28rem] 2xl:[--panel:36rem]">
      <Page width="full" className={cn(openId !== null && "xl:pr-[calc(var(--panel)+2rem)]", className)}>
        {children}
      </Page>
      {openId === null ? null : <Suspense fallback={null}>{panel}</Suspense>}
    </div>
  );
}
