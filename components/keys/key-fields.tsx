"use client";
import { ExpiryPicker } from "@/components/credentials/expiry-picker";
import { ScopePicker } from "@/components/credentials/scope-picker";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { KeyFormState } from "./key-form";

type KeyFieldsProps = {
  state: KeyFormState;
  /** Why the server did not take it. */
  error: Error | null;
  /** Puts the key's current values into the form; left out for a new one. */
  onReload?: () => Promise<unknown>;
  /** When the key expires as things stand; left out for a new one. */
  currentEnd?: string | null | undefined;
  /** False where the end is laid down by something else. */
  hasEnd?: boolean;
};

/** What can be chosen of a key. */
export function KeyFields({ state, error, onReload, currentEnd, hasEnd = true }: KeyFieldsProps) {
  const { form, faults, refs, scopes, change } = state;
  const isExplained = Object.values(faults).some(Boolean);
  return (
    <>
      <Field label="Name" required error={faults.name} hint="Who will use it, such as “Edge gateway, Rotterdam”.">
        <Input
          ref={refs.name}
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
          maxLength={100}
          autoComplete="off"
          dir="auto"
        />
      </Field>
      <div ref={refs.scopes}>
        <ScopePicker
          preset={form.preset}
          onPresetChange={(preset) => change({ preset })}
          levels={form.levels}
          onLevelsChange={(levels) => change({ levels })}
          chosen={scopes}
          error={faults.scopes}
        />
      </div>
      {hasEnd ? (
        <ExpiryPicker
          expiry={form.expiry}
          onExpiryChange={(expiry) => change({ expiry })}
          date={form.date}
          onDateChange={(date) => change({ date })}
          current={currentEnd}
          error={faults.expires_at}
          dateRef={refs.date}
        />
      ) : null}
      {isExplained ? null : <MutationProblem error={error} {...(onReload && { onReload })} />}
    </>
  );
}
