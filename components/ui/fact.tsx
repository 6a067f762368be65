import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";

type FactProps = {
  label: string;
  /** The text to copy. It is also the value if there are no children. */
  copy?: string | null;
  /** Whether the value is monospaced, for IDs and addresses. */
  mono?: boolean;
  children?: ReactNode;
};

/** A label with its value below, for use in a `dl`. Renders nothing without a value. */
export function Fact({ label, copy, mono = false, children = copy }: FactProps) {
  if (children === null || children === undefined || children === "") return null;
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 flex min-w-0 items-center justify-between gap-2 tabular-nums">
        <div dir="auto" className={mono ? "min-w-0 break-all font-mono text-xs leading-5" : "min-w-0 break-words"}>
          {children}
        </div>
        {copy ? <CopyButton iconOnly value={copy} label={`Copy ${label.toLowerCase()}`} className="-my-1" /> : null}
      </dd>
    </div>
  );
}
