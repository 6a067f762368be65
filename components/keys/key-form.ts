"use client";
import { useRef, useState } from "react";
import { type ExpiryChoice, expiryTime } from "@/components/credentials/expiry";
import { type AccessLevels, chosenScopes, noAccess, type Preset, toScopeChoice } from "@/components/credentials/scopes";
import { type ApiError, isApiError } from "@/lib/http/call";
import type { ApiKey } from "@/lib/keys/schema";
import type { Scope } from "@/lib/values";

export type KeyForm = { name: string; preset: Preset; levels: AccessLevels; expiry: ExpiryChoice; date: string };
export type KeyFormErrors = { name?: string | undefined; scopes?: string | undefined; expires_at?: string | undefined };

const blankKey: KeyForm = { name: "", preset: "all", levels: noAccess, expiry: "365", date: "" };

/** The form of a key as it is. */
function toKeyForm({ name, scopes }: ApiKey): KeyForm {
  return { name, ...toScopeChoice(scopes), expiry: "keep", date: "" };
}

/**
 * What a form of a key says. Scopes that were not touched stay as they are, even when no choice stands for exactly them.
 * @param held the scopes of whoever fills it in; @param subject the key that is edited, null for a new one.
 */
export function useKeyForm(held: readonly Scope[], subject: ApiKey | null) {
  const initial = subject ? toKeyForm(subject) : blankKey;
  const [form, setForm] = useState(initial);
  const [faults, setFaults] = useState<KeyFormErrors>({});
  const refs = {
    name: useRef<HTMLInputElement>(null),
    scopes: useRef<HTMLDivElement>(null),
    date: useRef<HTMLInputElement>(null),
  };
  const isTouched = form.preset !== initial.preset || JSON.stringify(form.levels) !== JSON.stringify(initial.levels);
  const scopes = subject && !isTouched ? subject.scopes : chosenScopes(form.preset, form.levels, held);

  function change(part: Partial<KeyForm>) {
    setForm({ ...form, ...part });
    setFaults({
      ...faults,
      ...("name" in part && { name: undefined }),
      ...(("preset" in part || "levels" in part) && { scopes: undefined }),
      ...(("expiry" in part || "date" in part) && { expires_at: undefined }),
    });
  }

  /** Shows what is wrong and moves the focus there. @returns whether nothing is. */
  function check(): boolean {
    const found = faultsOf(form, scopes);
    setFaults(found);
    if (found.name) refs.name.current?.focus();
    else if (found.scopes) refs.scopes.current?.querySelector<HTMLInputElement>("input:checked")?.focus();
    else if (found.expires_at) refs.date.current?.focus();
    return !Object.values(found).some(Boolean);
  }

  function reset() {
    setForm(initial);
    forgive();
  }

  function forgive() {
    setFaults({});
  }

  /** Puts what the server refused beside its fields. */
  function refuse(error: Error) {
    setFaults(isApiError(error) ? faultsIn(error) : {});
  }

  return { form, faults, refs, scopes, isTouched, change, check, forgive, reset, refuse };
}

export type KeyFormState = ReturnType<typeof useKeyForm>;

function faultsOf(form: KeyForm, scopes: readonly Scope[]): KeyFormErrors {
  return {
    name: form.name.trim() === "" ? "Name the system that uses it." : undefined,
    scopes: scopes.length === 0 ? "Choose at least one permission." : undefined,
    expires_at: form.expiry === "date" ? dateFault(expiryTime("date", form.date, Date.now())) : undefined,
  };
}

function dateFault(end: Date | null): string | undefined {
  if (!end) return "Choose the last day on which it works.";
  return end.getTime() <= Date.now() ? "Choose a day that is not over." : undefined;
}

function faultsIn(error: ApiError): KeyFormErrors {
  const found: KeyFormErrors = {};
  for (const { pointer, detail } of error.errors) {
    const field = (["name", "scopes", "expires_at"] as const).find((name) => pointer?.split("/")[1] === name);
    if (field) found[field] = detail;
  }
  return found;
}
