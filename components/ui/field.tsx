"use client";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";
import { FieldContext } from "@/components/ui/field-context";
import { Label } from "@/components/ui/label";

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  optional?: boolean;
  hideLabel?: boolean;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

/**
 * Shows a control (Input, Textarea or Select) with its label, hint and error, and connects them for assistive
 * technology.
 */
export function Field({ label, hint, error, required, optional, hideLabel, action, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error ? errorId : null, hint ? hintId : null].filter(Boolean).join(" ") || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required: Boolean(required) }}>
      <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
        <div className={cn("flex items-baseline justify-between gap-3", hideLabel && "sr-only")}>
          <Label htmlFor={id}>
            {label}
            {optional ? <span className="ml-1 font-normal text-muted-foreground">(optional)</span> : null}
          </Label>
          {action}
        </div>
        {children}
        {error ? (
          <p id={errorId} className="flex items-start gap-1.5 text-xs leading-5 text-danger">
            <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
            <span>{error}</span>
          </p>
        ) : null}
        {hint ? (
          <p id={hintId} className="text-xs leading-5 text-muted-foreground">
            {hint}
          </p>
        ) : null}
      </div>
    </FieldContext>
  );
}
