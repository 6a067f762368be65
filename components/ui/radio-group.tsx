"use client";
import { type ReactNode, type Ref, useId } from "react";
import { cn } from "@/components/ui/cn";

export type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
};

type RadioGroupProps<Value extends string> = {
  legend: ReactNode;
  options: readonly RadioOption<Value>[];
  value?: Value;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
  name?: string;
  hideLegend?: boolean;
  error?: ReactNode;
  layout?: "list" | "cards" | "row";
  className?: string;
  ref?: Ref<HTMLFieldSetElement>;
};

export function RadioGroup<Value extends string>({
  legend,
  options,
  value,
  defaultValue,
  onValueChange,
  name,
  hideLegend,
  error,
  layout = "list",
  className,
  ref,
}: RadioGroupProps<Value>) {
  const generatedName = useId();
  const errorId = useId();
  return (
    <fieldset ref={ref} className={cn("min-w-0", className)} aria-describedby={error ? errorId : undefined}>
      <legend className={cn("mb-1.5 text-sm font-medium", hideLegend && "sr-only")}>{legend}</legend>
      <div
        className={cn(
          "flex flex-col gap-1",
          layout === "row" && "flex-row flex-wrap gap-x-5",
          layout === "cards" && "gap-2",
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              "flex cursor-pointer items-start gap-2 has-disabled:cursor-not-allowed has-disabled:opacity-55",
              layout === "cards" &&
                "rounded-lg border border-border bg-surface px-3 py-2.5 transition-colors hover:border-input has-checked:border-primary has-checked:bg-primary/6",
            )}
          >
            <input
              type="radio"
              name={name ?? generatedName}
              value={option.value}
              disabled={option.disabled}
              {...(value === undefined
                ? { defaultChecked: defaultValue === option.value }
                : { checked: value === option.value })}
              onChange={() => onValueChange?.(option.value)}
              className="mt-0.5 size-4 shrink-0 cursor-[inherit] appearance-none rounded-full border border-input bg-surface transition-[border-width,border-color] duration-100 checked:border-[5px] checked:border-primary"
            />
            <span className="min-w-0 text-sm">
              <span className="block">{option.label}</span>
              {option.description ? (
                <span className="block text-xs leading-5 text-muted-foreground">{option.description}</span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={errorId} className="mt-1.5 text-xs text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
