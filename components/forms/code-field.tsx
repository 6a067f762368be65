"use client";
import type { ReactNode, Ref } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type CodeFieldProps = {
  ref?: Ref<HTMLInputElement>;
  label?: string;
  name?: string;
  defaultValue?: string;
  error?: ReactNode;
  /** Whether the field also accepts a recovery code. */
  recovery?: boolean;
};

/**
 * A field for an authenticator code. It is a text field, because recovery codes contain letters. Phones show
 * digits first.
 */
export function CodeField({
  ref,
  label = "Code",
  name = "code",
  defaultValue,
  error,
  recovery = false,
}: CodeFieldProps) {
  return (
    <Field
      label={label}
      required
      error={error}
      hint={recovery ? "Six digits from your authenticator app, or a recovery code." : "Six digits from the app."}
    >
      <Input
        ref={ref}
        name={name}
        defaultValue={defaultValue}
        autoComplete="one-time-code"
        inputMode={recovery ? "text" : "numeric"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        className="font-mono tracking-widest"
      />
    </Field>
  );
}
