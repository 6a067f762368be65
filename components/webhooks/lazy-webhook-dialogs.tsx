"use client";
import { type ComponentProps, lazy, Suspense } from "react";
import { preloadDialog } from "@/components/ui/dialog";
import { useEver } from "@/components/ui/use-ever";
import type { WebhookDialogs } from "./webhook-dialogs";

const load = () => import("./webhook-dialogs");
const Dialogs = lazy(() => load().then((module) => ({ default: module.WebhookDialogs })));

/** Loads the code of the webhook dialogs before they are needed. */
export function preloadWebhookDialogs(): void {
  void load();
  preloadDialog();
}

/** The dialogs for webhooks. Their code is loaded when the first one opens. */
export function LazyWebhookDialogs(props: ComponentProps<typeof WebhookDialogs>) {
  const isWanted = useEver(props.actions.isActive || props.creation?.isOpen === true);
  return isWanted ? (
    <Suspense fallback={null}>
      <Dialogs {...props} />
    </Suspense>
  ) : null;
}
