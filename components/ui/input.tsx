"use client";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field-context";

/** The classes of a text control. Text is 16 px below the `sm` width, so that phones don't zoom in on focus. */
export const controlClasses =
  "w-full min-w-0 rounded-md border border-input bg-surface text-base text-foreground shadow-surface transition-colors duration-100 placeholder:text-muted-foreground hover:border-muted-foreground focus-visible:border-ring focus-visible:outline-1 focus-visible:outline-offset-0 focus-visible:outline-ring disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger sm:text-sm";

type InputProps = ComponentProps<"input"> & { leading?: ReactNode; trailing?: ReactNode };

/** A text field. `leading` and `trailing` are shown inside its box: an icon, a unit or a button. */
export function Input({ leading, trailing, className, ...props }: InputProps) {
  const control = useFieldControl(props);
  const input = (
    <input
      {...props}
      {...control}
      className={cn(
        controlClasses,
        "h-8 px-2.5 read-only:border-border read-only:bg-muted/60 read-only:shadow-none pointer-coarse:h-10",
        leading && "pl-8",
        trailing && "pr-9",
        !leading && !trailing && className,
      )}
    />
  );
  if (!leading && !trailing) return input;
  return (
    <span className={cn("relative block min-w-0", className)}>
      {leading ? (
        <span className="pointer-events-none absolute inset-y-0 left-0 grid w-8 place-items-center text-muted-foreground [&_svg]:size-4">
          {leading}
        </span>
      ) : null}
      {input}
      {trailing ? <span className="absolute inset-y-0 right-0.5 flex items-center pr-0.5">{trailing}</span> : null}
    </span>
  );
}
