"use client";
import type { Ref } from "react";
import { ExpiryPicker } from "@/components/credentials/expiry-picker";
import { ScopePicker } from "@/components/credentials/scope-picker";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { KeyFormState } from "./key-form";

type KeyFieldsProps = {
  form: KeyFormState;
  /** The name field, which receives focus when the dialog opens. */
  nameInput: Ref<HTMLInputElement>;
  /** Loads the key's current values into the form. Omitted for a new key. */
  onReload?: () => Promise<unknown>;
  /** The key's current expiry, or null if it never expires. Omitted for a new key. */
  currentEnd?: string | null | undefined;
  /** Whether the expiry can be changed. */
  hasEnd?: boolean;
};

/** The fields of a key's form: name, scopes and expiry. */
export function KeyFields({ form, nameInput, onReload, currentEnd, hasEnd = true }: KeyFieldsProps) {
  const { values, field, errorOf } = form;
  return (
    <>
      <Field
        label="Name"
        required
        error={errorOf("name")}
        hint="The system that will use it, such as “Edge gateway, Rotterdam”."
      >
        <Input ref={nameInput} {...field("name")} maxLength={100} autoComplete="off" dir="auto" />
      </Field>
      <ScopePicker values={values} field={field} chosen={form.choice.scopes} error={errorOf("scopes")} />
      {hasEnd ? (
        <ExpiryPicker values={values} field={field} current={currentEnd} error={errorOf("expires_at")} />
      ) : null}
      <MutationProblem error={form.problem} {...(onReload && { onReload })} />
    </>
  );
}
