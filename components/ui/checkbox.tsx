"use client";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "ref"> & {
  label?: ReactNode;
  description?: ReactNode;
  indeterminate?: boolean;
  ref?: (element: HTMLInputElement | null) => void;
};

/** Without `label` give an `aria-label`. The box keeps a target of 24 px. */
export function Checkbox({ label, description, indeterminate = false, className, ref, ...props }: CheckboxProps) {
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const descriptionId = description ? `${id}-description` : undefined;
  const box = (
    <span className={cn("relative grid size-6 shrink-0 place-items-center", !label && className)}>
      <input
        {...props}
        id={id}
        type="checkbox"
        aria-describedby={props["aria-describedby"] ?? descriptionId}
        ref={(element) => {
          if (element) element.indeterminate = indeterminate;
          ref?.(element);
        }}
        className="peer absolute inset-1 size-4 cursor-pointer appearance-none rounded-sm border border-input bg-surface transition-colors duration-100 before:absolute before:-inset-1 checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary disabled:cursor-not-allowed disabled:opacity-50"
      />
      <svg
        aria-hidden
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="pointer-events-none relative size-4 text-primary-foreground opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100 [&>.dash]:opacity-0 peer-indeterminate:[&>.dash]:opacity-100 peer-indeterminate:[&>.tick]:opacity-0"
      >
        <path className="tick" d="m4.25 8.25 2.5 2.5 5-5.5" />
        <path className="dash" d="M4.5 8h7" />
      </svg>
    </span>
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
