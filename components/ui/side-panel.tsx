"use client";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogBody } from "@/components/ui/dialog";
import { Sheet } from "@/components/ui/sheet";

type SidePanelProps = {
  /** The noun for the entry, such as "Alert". */
  noun: string;
  /** The ID of the open entry. When it changes, the panel scrolls to the top and takes focus. */
  id: string;
  onClose: () => void;
  /** Returns whether a new entry takes focus. False while the reader steps through the list. */
  takesFocus?: () => boolean;
  /** Whether Escape closes the panel. If not, the page's shortcuts handle Escape. */
  closesOnEscape?: boolean;
  actions?: ReactNode;
  children: ReactNode;
};

const WIDE = "(min-width: 64rem)";
const always = () => true;

/** A panel for one entry beside its list, as wide as `--panel`. On phones it covers the screen. */
export function SidePanel({
  noun,
  id,
  onClose,
  takesFocus = always,
  closesOnEscape = false,
  actions,
  children,
}: SidePanelProps) {
  const isWide = useSyncExternalStore(onWidthChange, () => window.matchMedia(WIDE).matches, always);
  // Play the closing animation before changing the URL.
  const [isLeaving, setLeaving] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const wantsFocus = useRef(takesFocus);
  useEffect(() => {
    wantsFocus.current = takesFocus;
  });
  useEffect(() => {
    if (isWide && id && (isFirst.current || wantsFocus.current())) panel.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [id, isWide]);
  useEffect(() => {
    if (!isWide || !closesOnEscape) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) onClose();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isWide, closesOnEscape, onClose]);

  if (!isWide) {
    return (
      <Sheet
        open={!isLeaving}
        onOpenChange={() => {
          setLeaving(true);
          onClose();
        }}
        title={noun}
        size="xl"
        className="max-w-none sm:max-w-xl"
      >
        <DialogBody key={id} className="border-t border-border py-4">
          {children}
        </DialogBody>
      </Sheet>
    );
  }
  return (
    <aside
      ref={panel}
      aria-label={`${noun} details`}
      tabIndex={-1}
      className="fixed inset-y-0 right-0 z-30 flex w-(--panel) flex-col border-l border-border bg-surface shadow-raised outline-none"
    >
      <div className="flex h-12 shrink-0 items-center justify-end gap-1 border-b border-border px-3">
        <span className="flex-1 truncate pl-2 text-xs text-muted-foreground">{noun}</span>
        <CopyButton iconOnly value={() => window.location.origin + window.location.pathname} label="Copy link" />
        {actions}
        <Button variant="ghost" size="icon-sm" aria-label={`Close the ${noun.toLowerCase()}`} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <div key={id} className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {children}
      </div>
    </aside>
  );
}

function onWidthChange(listener: () => void) {
  const media = window.matchMedia(WIDE);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
