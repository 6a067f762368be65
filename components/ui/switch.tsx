"use client";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";

type SwitchProps = Omit<ComponentProps<"input">, "type" | "role"> & { label?: ReactNode; description?: ReactNode };

const switchRole = { role: "switch" };

/**
 * A switch whose change takes effect immediately. For choices saved with a form, use Checkbox. If there is no
 * `label`, set `aria-label`.
 */
export function Switch({ label, description, className, ...props }: SwitchProps) {
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const descriptionId = description ? `${id}-description` : undefined;
  const track = (
    <span className={cn("relative inline-flex h-6 w-9 shrink-0 items-center", !label && className)}>
      <input
        {...props}
        id={id}
        type="checkbox"
        {...switchRole}
        aria-describedby={props["aria-describedby"] ?? descriptionId}
        className="peer h-5 w-9 cursor-pointer appearance-none rounded-full bg-input transition-colors duration-150 checked:bg-primary disabled:cursor-not-allowed disabled:opacity-50"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute left-0.5 size-4 rounded-full bg-white shadow-sm transition-transform duration-150 peer-checked:translate-x-4 dark:peer-checked:bg-primary-foreground"
      />
    </span>
  );
  if (!label) return track;
  return (
    <div className={cn("flex items-start justify-between gap-4", className)}>
      <div className="min-w-0 pt-0.5">
        <label htmlFor={id} className="block cursor-pointer text-sm font-medium text-foreground">
          {label}
        </label>
        {description ? (
          <p id={descriptionId} className="text-xs leading-5 text-muted-foreground">
            {description}
          </p>
        ) : null}
      </div>
      {track}
    </div>
  );
}
