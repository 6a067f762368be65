"use client";
import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field-context";
import { controlClasses } from "@/components/ui/input";

type SelectOption = { value: string; label: string; disabled?: boolean };
type SelectProps = ComponentProps<"select"> & { options?: SelectOption[]; placeholder?: string };

/** A native select: it works before hydration and uses the phone's picker. Pass `options` or `<option>` children. */
export function Select({ options, placeholder, className, children, ...props }: SelectProps) {
  const control = useFieldControl(props);
  return (
    <span className={cn("relative block min-w-0", className)}>
      <select
        {...props}
        {...control}
        className={cn(controlClasses, "select-control h-8 appearance-none truncate pr-8 pl-2.5 pointer-coarse:h-10")}
      >
        {placeholder ? (
          <option value="" disabled={props.required}>
            {placeholder}
          </option>
        ) : null}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}
