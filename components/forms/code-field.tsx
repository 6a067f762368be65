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
  /** Whether a recovery code is taken too. */
  recovery?: boolean;
};

/** A code of the authenticator app. Text, since a recovery code has letters; phones show digits first all the same. */
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
