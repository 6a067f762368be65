"use client";
import { jsonLines } from "@/components/requests/json-lines";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";

type RequestBodyProps = {
  body: string;
  /** The JSON pointers of invalid values. Their lines are marked. */
  faults: readonly string[];
};

// Scrollable areas must be focusable, so that keyboard users can scroll them.
const focusable = { tabIndex: 0 };

/** Shows a request body. JSON is shown as lines, with invalid values marked. */
export function RequestBody({ body, faults }: RequestBodyProps) {
  const value = parsed(body);
  const found = value === undefined ? [{ text: body, pointer: null }] : jsonLines(value);
  const lines = found.map((line, number) => ({ ...line, number }));
  const code = lines.map(({ text }) => text).join("\n");
  return (
    <div className="overflow-hidden rounded-lg border border-border bg-surface">
      <div className="flex h-9 items-center justify-between border-b border-border pr-1 pl-3 text-xs font-medium text-muted-foreground">
        <span>Request body</span>
        <CopyButton iconOnly value={code} label="Copy request body" />
      </div>
      <figure
        {...focusable}
        aria-label="Request body code"
        className="max-h-128 overflow-auto focus-visible:-outline-offset-2"
      >
        <pre className="py-3 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">
          <code>
            {lines.map(({ text, pointer, number }) => {
              const isFault = pointer !== null && pointer !== "" && faults.includes(pointer);
              return (
                <span key={number} className={cn("block px-3.5", isFault && "bg-warning/15")}>
                  {isFault ? <mark className="bg-transparent text-inherit">{text}</mark> : text}
                </span>
              );
            })}
          </code>
        </pre>
      </figure>
    </div>
  );
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
