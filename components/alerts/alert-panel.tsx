"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Maximize2, X } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { AlertDetail } from "@/components/alerts/alert-detail";
import { useTriage } from "@/components/alerts/triage-context";
import { Button, ButtonLink } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogBody } from "@/components/ui/dialog";
import { Sheet } from "@/components/ui/sheet";
import { type AlertLine, type AlertPage, alertsKey } from "@/lib/alerts/queries";

type AlertPanelProps = {
  id: string;
  onClose: () => void;
  onOpen: (id: string) => void;
  /** False while the reader goes through the list: the focus stays there. */
  takesFocus: () => boolean;
};

const WIDE = "(min-width: 64rem)";

/** One alert beside its list; on a phone it takes the whole screen. */
export function AlertPanel({ id, onClose, onOpen, takesFocus }: AlertPanelProps) {
  const isWide = useSyncExternalStore(
    onWidthChange,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
  const seed = useSeed(id);
  // The sheet plays its way out before the address changes.
  const [leaving, setLeaving] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const wantsFocus = useRef(takesFocus);
  useEffect(() => {
    wantsFocus.current = takesFocus;
  });
  useEffect(() => {
    if (isWide && wantsFocus.current()) panel.current?.focus({ preventScroll: true });
    panel.current?.querySelector("[data-scroll]")?.scrollTo({ top: id ? 0 : 0 });
  }, [id, isWide]);

  if (!isWide) {
    return (
      <Sheet
        open={!leaving}
        onOpenChange={() => {
          setLeaving(true);
          onClose();
        }}
        title="Alert"
        size="xl"
        className="max-w-none sm:max-w-xl"
      >
        <DialogBody className="border-t border-border py-4">
          <AlertDetail key={id} id={id} seed={seed} layout="panel" onOpen={onOpen} />
        </DialogBody>
      </Sheet>
    );
  }
  return (
    <aside
      ref={panel}
      aria-label="Alert details"
      tabIndex={-1}
      className="fixed inset-y-0 right-0 z-30 flex w-(--panel) flex-col border-l border-border bg-background shadow-raised outline-none"
    >
      <div className="flex h-12 shrink-0 items-center justify-end gap-1 border-b border-border px-3">
        <span className="flex-1 truncate pl-2 text-xs text-muted-foreground">Alert</span>
        <CopyButton iconOnly value={() => window.location.origin + window.location.pathname} label="Copy link" />
        <OpenAsPage id={id} />
        <Button variant="ghost" size="icon-sm" aria-label="Close the alert" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <div data-scroll className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        <AlertDetail key={id} id={id} seed={seed} layout="panel" onOpen={onOpen} />
      </div>
    </aside>
  );
}

/** The same address, asked of the server: there it is a page of its own. */
function OpenAsPage({ id }: { id: string }) {
  const { viewer } = useTriage();
  return (
    <ButtonLink
      href={`/${viewer.organization}/alerts/${id}`}
      variant="ghost"
      size="icon-sm"
      aria-label="Open as a page"
      title="Open as a page"
      target="_blank"
    >
      <Maximize2 aria-hidden />
    </ButtonLink>
  );
}

function onWidthChange(listener: () => void) {
  const media = window.matchMedia(WIDE);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** What some list already knows of the alert. */
function useSeed(id: string): AlertLine | undefined {
  const client = useQueryClient();
  const { viewer } = useTriage();
  for (const [, data] of client.getQueriesData<{ pages: AlertPage[] }>({
    queryKey: [...alertsKey, viewer.organization, "list"],
  })) {
    for (const page of data?.pages ?? []) {
      const found = page.data.find((alert) => alert.id === id);
      if (found) return found;
    }
  }
  return undefined;
}
