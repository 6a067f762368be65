"use client";
import { useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import type { Alert } from "@/lib/alerts/schema";

/** Shows the alert as the JSON that the API returns. */
export function AlertJson({ alert }: { alert: Alert }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm py-1 text-xs font-medium text-muted-foreground hover:text-foreground">
        As JSON
      </summary>
      {open ? <CodeBlock label="JSON" code={JSON.stringify(alert, null, 2)} className="mt-1.5" /> : null}
    </details>
  );
}
