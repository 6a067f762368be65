"use client";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { Page } from "@/components/shell/page";
import { cn } from "@/components/ui/cn";

type ListFrameProps = {
  /** The entry that is open beside the list. */
  openId: string | null;
  /** The open entry; its code may still be on its way. */
  panel: ReactNode;
  /** Of the element that takes the focus back when the entry closes. */
  rowId: (id: string) => string;
  className?: string;
  children: ReactNode;
};

/** A list as wide as the window, which gives way on the right to the entry that is open beside it. */
export function ListFrame({ openId, panel, rowId, className, children }: ListFrameProps) {
  // The panel belongs to its row: with its close the focus goes back there.
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
