"use client";
import { type ComponentProps, lazy, Suspense } from "react";
import { preloadDialog } from "@/components/ui/dialog";
import { useEver } from "@/components/ui/use-ever";
import type { KeyDialogs } from "./key-dialogs";

const load = () => import("./key-dialogs");
const Dialogs = lazy(() => load().then((module) => ({ default: module.KeyDialogs })));

/** Loads the code of the key dialogs before they are needed. */
export function preloadKeyDialogs(): void {
  void load();
  preloadDialog();
}

/** The dialogs for keys. Their code is loaded when the first one opens. */
export function LazyKeyDialogs(props: ComponentProps<typeof KeyDialogs>) {
  const isWanted = useEver(props.actions.isActive || props.creation?.isOpen === true);
  return isWanted ? (
    <Suspense fallback={null}>
      <Dialogs {...props} />
    </Suspense>
  ) : null;
}
