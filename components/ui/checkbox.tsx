"use client";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "ref"> & {
  label?: ReactNode;
  description?: ReactNode;
  indeterminate?: boolean;
  ref?: (element: HTMLInputElement | null) => void;
};

/** A checkbox with a click target of 24 px. If there is no `label`, set `aria-label`. */
export function Checkbox({ label, description, indeterminate = false, className, ref, ...props }: CheckboxProps) {
  const generatedId = useId();
  const id = label ? (props.id ?? generatedId) : props.id;
  const descriptionId = description ? `${generatedId}-description` : undefined;
  const box = (
    <input
      {...props}
      id={id}
      type="checkbox"
      aria-describedby={props["aria-describedby"] ?? descriptionId}
      ref={(element) => {
        if (element) element.indeterminate = indeterminate;
        ref?.(element);
      }}
      className={label || !className ? "checkbox" : cn("checkbox", className)}
    />
  );
  if (!label) return box;
  return (
    <div className={cn("flex items-start gap-1.5", className)}>
      {box}
      <div className="min-w-0 pt-0.5">
        <label htmlFor={id} className="block cursor-pointer text-sm text-foreground">
          {label}
        </label>
        {description ? (
          <p id={descriptionId} className="text-xs leading-5 text-muted-foreground">
            {description}
          </p>
        ) : null}
      </div>
    </div>
  );
}
