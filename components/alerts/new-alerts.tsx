"use client";
import { ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";

type NewAlertsProps = { count: number; more: boolean; onShow: () => void };

/** Announces new alerts, with a button that shows them. */
export function NewAlerts({ count, more, onShow }: NewAlertsProps) {
  const isThere = count > 0 || more;
  const text = count > 0 ? `${count}${more ? "+" : ""} new` : "Show changes";
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 ? `${text} ${count === 1 ? "alert" : "alerts"}` : more ? "Many alerts have changed" : ""}
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
