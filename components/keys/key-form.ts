"use client";
import { type ExpiryChoice, expiryTime, readExpiry } from "@/components/credentials/expiry";
import {
  chosenScopes,
  isScopeField,
  noAccess,
  readScopeFields,
  toScopeChoice,
  toScopeFields,
} from "@/components/credentials/scopes";
import { namesOf } from "@/components/forms/form-values";
import { useForm } from "@/components/forms/use-form";
import type { ApiKey } from "@/lib/keys/schema";
import { messages } from "@/lib/messages";
import type { Scope } from "@/lib/values";

/** The values that the reader entered in a key's form. */
export interface KeyChoice {
  name: string;
  scopes: readonly Scope[];
  /** Whether the reader changed the scopes. */
  hasNewScopes: boolean;
  expiry: ExpiryChoice;
  date: string;
}

const blankKey = { name: "", ...toScopeFields({ preset: "all", levels: noAccess }), expiry: "365", date: "" };

/** Returns a key's current values as form fields. */
function toKeyFields({ name, scopes: granted }: ApiKey): typeof blankKey {
  return { name, ...toScopeFields(toScopeChoice(granted)), expiry: "keep", date: "" };
}

/**
 * Returns the form that creates or edits a key. Unchanged scopes are kept even if no choice represents them
 * exactly.
 * @param held the scopes of the reader
 * @param subject the edited key, or null for a new one
 * @param suggestedName the initial name of a new key
 */
export function useKeyForm(
  held: readonly Scope[],
  subject: ApiKey | null,
  send: (choice: KeyChoice) => Promise<"done" | "saved">,
  suggestedName = "",
) {
  const initial = subject ? toKeyFields(subject) : { ...blankKey, name: suggestedName };
  const form = useForm({
    initial,
    slots: ["name", "scopes", "expires_at"],
    slotOf: (field) => (isScopeField(field) ? "scopes" : field === "name" ? field : "expires_at"),
    validate: (values) => faultsOf(choiceIn(values)),
    submit: (values) => send(choiceIn(values)),
  });

  function choiceIn(values: typeof blankKey): KeyChoice {
    const hasNewScopes = namesOf(initial).some((name) => isScopeField(name) && values[name] !== initial[name]);
    const { preset, levels } = readScopeFields(values);
    return {
      name: values.name,
      scopes: subject && !hasNewScopes ? subject.scopes : chosenScopes(preset, levels, held),
      hasNewScopes,
      expiry: readExpiry(values.expiry),
      date: values.date,
    };
  }

  return { ...form, choice: choiceIn(form.values) };
}

export type KeyFormState = ReturnType<typeof useKeyForm>;

function faultsOf({ name, scopes: chosen, expiry, date }: KeyChoice) {
  return {
    name: name === "" ? "Enter the name of the system that will use it." : undefined,
    scopes: chosen.length === 0 ? messages.noPermission : undefined,
    expires_at: expiry === "date" ? dateFault(expiryTime("date", date, Date.now())) : undefined,
  };
}

function dateFault(end: Date | null): string | undefined {
  if (!end) return "Choose the last day the key works.";
  return end.getTime() <= Date.now() ? "Choose today or a later day." : undefined;
}
