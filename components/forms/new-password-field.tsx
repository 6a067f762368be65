"use client";
import type { ReactNode } from "react";
import { PasswordInput } from "@/components/forms/password-input";
import { passwordStrength } from "@/components/forms/password-strength";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";

type NewPasswordFieldProps = {
  label?: string;
  name: string;
  minimum: number;
  defaultValue: string;
  /** The current value of the field. */
  password: string;
  error?: ReactNode;
};

const fills = ["bg-danger", "bg-danger", "bg-warning", "bg-success"];

export function NewPasswordField({
  label = "Password",
  name,
  minimum,
  defaultValue,
  password,
  error,
}: NewPasswordFieldProps) {
  const { level, text } = passwordStrength(password, minimum);
  return (
    <Field
      label={label}
      required
      error={error}
      hint={
        // While there is an error, hide the strength meter, which might call the same password strong.
        error ? undefined : (
          <span className="flex items-center gap-2.5">
            {password === "" ? null : (
              <span aria-hidden className="flex w-20 shrink-0 gap-1">
                {[1, 2, 3].map((step) => (
                  <span
                    key={step}
                    className={cn(
                      "h-1 flex-1 rounded-full transition-colors",
                      level >= step ? fills[level] : "bg-border",
                    )}
                  />
                ))}
              </span>
            )}
            <span role="status">{text}</span>
          </span>
        )
      }
    >
      <PasswordInput name={name} autoComplete="new-password" defaultValue={defaultValue} />
    </Field>
  );
}
