"use client";
import { X } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { OperationLink } from "@/components/requests/operation-link";
import { RequestDetail } from "@/components/requests/request-detail";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogBody } from "@/components/ui/dialog";
import { Sheet } from "@/components/ui/sheet";

type RequestPanelProps = {
  organization: string;
  id: string;
  origin: string;
  operations: readonly OperationLink[];
  onClose: () => void;
};

const WIDE = "(min-width: 64rem)";

/** One request beside the list; on a phone it takes the whole screen. */
export function RequestPanel({ onClose, ...detail }: RequestPanelProps) {
  const isWide = useSyncExternalStore(
    onWidthChange,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
  // The sheet plays its way out before the address changes.
  const [isLeaving, setLeaving] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const { id } = detail;
  useEffect(() => {
    if (isWide && id) panel.current?.focus({ preventScroll: true });
  }, [isWide, id]);
  useEffect(() => {
    if (!isWide) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) onClose();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isWide, onClose]);

  if (!isWide) {
    return (
      <Sheet
        open={!isLeaving}
        onOpenChange={() => {
          setLeaving(true);
          onClose();
        }}
        title="Request"
        size="xl"
        className="max-w-none sm:max-w-xl"
      >
        <DialogBody className="border-t border-border py-4">
          <RequestDetail key={id} {...detail} />
        </DialogBody>
      </Sheet>
    );
  }
  return (
    <aside
      ref={panel}
      aria-label="Request details"
      tabIndex={-1}
      className="fixed inset-y-0 right-0 z-30 flex w-(--panel) flex-col border-l border-border bg-background shadow-raised outline-none"
    >
      <div className="flex h-12 shrink-0 items-center justify-end gap-1 border-b border-border px-3">
        <span className="flex-1 truncate pl-2 text-xs text-muted-foreground">Request</span>
        <CopyButton iconOnly value={() => window.location.origin + window.location.pathname} label="Copy link" />
        <Button variant="ghost" size="icon-sm" aria-label="Close the request" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        <RequestDetail key={id} {...detail} />
      </div>
    </aside>
  );
}

function onWidthChange(listener: () => void) {
  const media = window.matchMedia(WIDE);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
