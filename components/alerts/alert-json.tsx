"use client";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import type { Alert } from "@/lib/alerts/schema";

/** The alert as the API answers it. */
export function AlertJson({ alert }: { alert: Alert }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex w-fit list-none items-center gap-1 rounded-sm py-1 text-xs font-medium text-muted-foreground hover:text-foreground">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        As JSON
      </summary>
      {open ? <CodeBlock label="JSON" code={JSON.stringify(alert, null, 2)} className="mt-1.5" /> : null}
    </details>
  );
}
