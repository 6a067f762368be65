"use client";
import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";

type SegmentedOption<Value extends string> = { value: Value; label: ReactNode; ariaLabel?: string };

type SegmentedProps<Value extends string> = {
  label: string;
  options: readonly SegmentedOption<Value>[];
  value?: Value;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
  name?: string;
  size?: "sm" | "md";
  className?: string;
};

/** Shows a few short options side by side, of which one is selected. Arrow keys work as in a radio group. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  defaultValue,
  onValueChange,
  name,
  size = "md",
  className,
}: SegmentedProps<Value>) {
  const generatedName = useId();
  return (
    <fieldset className={cn("inline-flex rounded-md bg-muted p-0.5", className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            "inline-flex cursor-pointer select-none items-center justify-center gap-1.5 rounded-sm px-2.5 text-muted-foreground transition-colors hover:text-foreground has-checked:bg-surface has-checked:text-foreground has-checked:shadow-surface has-focus-visible:outline-2 has-focus-visible:outline-ring dark:has-checked:bg-input/45 [&_svg]:size-4",
            size === "sm" ? "h-6 text-xs pointer-coarse:h-8" : "h-7 text-sm pointer-coarse:h-9",
          )}
        >
          <input
            type="radio"
            name={name ?? generatedName}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value })}
            onChange={() => onValueChange?.(option.value)}
            aria-label={option.ariaLabel}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
