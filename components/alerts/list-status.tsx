"use client";
import { ArrowUp } from "lucide-react";
import { formatAlertCount } from "@/components/alerts/labels";
import type { LiveAlerts } from "@/components/alerts/use-live-alerts";
import { SignInLink } from "@/components/shell/sign-in-link";
import { Button } from "@/components/ui/button";

type ListStatusProps = { total: number | undefined; isFiltered: boolean; live: LiveAlerts["state"] };

/** How many match, and whether the list still follows what happens. */
export function ListStatus({ total, isFiltered, live }: ListStatusProps) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 py-1 text-xs text-muted-foreground">
      <p role="status" className="tabular-nums">
        {total === undefined
          ? ""
          : `${formatAlertCount(total)}${isFiltered ? (total === 1 ? " matches" : " match") : ""}`}
      </p>
      <p role="status" className="flex items-center gap-1.5 whitespace-nowrap">
        {live === "live" ? (
          <>
            <span aria-hidden className="size-1.5 rounded-full bg-signal" />
            Live
          </>
        ) : null}
        {live === "lost" ? (
          <>
            <span aria-hidden className="size-1.5 animate-shimmer rounded-full bg-warning" />
            Connection lost, retrying
          </>
        ) : null}
        {live === "signed-out" ? (
          <span className="text-warning">
            You are signed out. <SignInLink className="font-medium underline underline-offset-4" />
          </span>
        ) : null}
      </p>
    </div>
  );
}

type NewAlertsProps = { count: number; more: boolean; onShow: () => void };

/** Says that alerts arrived and leaves it to the reader when to see them. */
export function NewAlerts({ count, more, onShow }: NewAlertsProps) {
  const isThere = count > 0 || more;
  const text = count > 0 ? `${count}${more ? "+" : ""} new` : "Show changes";
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 ? `${text} ${count === 1 ? "alert" : "alerts"}` : more ? "Many alerts changed" : ""}
      </p>
      {isThere ? (
        <div className="pointer-events-none sticky top-[calc(var(--bar)+2.5rem)] z-20 flex h-0 justify-center">
          <Button
            variant="primary"
            size="sm"
            onClick={onShow}
            className="pointer-events-auto rounded-full shadow-raised"
          >
            <ArrowUp aria-hidden />
            {text}
          </Button>
        </div>
      ) : null}
    </>
  );
}
