"use client";
import { type ReactNode, useActionState, useEffect, useRef } from "react";
import { fieldErrors } from "@/components/forms/field-errors";
import type { InputIssue } from "@/lib/errors";
import { type ApiError, isApiError } from "@/lib/http/call";
import { useCorrectedFields } from "./use-corrected-fields";

type Values<N extends string> = Record<N, string>;
type Errors<N extends string> = Partial<Record<N, ReactNode>>;

interface Attempt<N extends string> {
  /** What was typed; empty again once it was taken. */
  values: Values<N>;
  errors: Errors<N>;
  /** Why it was not taken, when that belongs to no field. */
  problem: ApiError | null;
  outcome: "untried" | "refused" | "leaving" | "done";
  /** How often it was taken. */
  rounds: number;
}

interface FormAttemptOptions<N extends string> {
  /** The fields in the order of the form. */
  names: readonly N[];
  /** What is wrong before anything is sent. */
  check: (values: Values<N>) => Errors<N>;
  /** Says `leaving` when the browser is on its way to another page: the form then stays as it is, and busy. */
  send: (values: Values<N>) => Promise<"leaving" | "done">;
  /** Other words for what the API said of a field. */
  explain?: (issue: InputIssue, values: Values<N>) => ReactNode;
}

/**
 * A form of text fields that is sent to the API. It is a form action: a submit before this script has run is kept and
 * sent once it has, where the browser's own way would put a password into the address.
 */
export function useFormAttempt<N extends string>({ names, check, send, explain }: FormAttemptOptions<N>) {
  const ref = useRef<HTMLFormElement>(null);
  const untyped = valuesOf(names, () => "");

  async function attempt({ rounds }: Attempt<N>, data: FormData): Promise<Attempt<N>> {
    const values = valuesOf(names, (name) => typedIn(data, name));
    const refused: Attempt<N> = { values, errors: check(values), problem: null, outcome: "refused", rounds };
    if (Object.keys(refused.errors).length > 0) return refused;
    try {
      const outcome = await send(values);
      return { ...refused, values: outcome === "done" ? untyped : values, outcome, rounds: rounds + 1 };
    } catch (error) {
      if (!isApiError(error)) throw error;
      const issues = fieldErrors(error, names);
      const errors: Errors<N> = {};
      for (const name of names) {
        const issue = issues[name];
        if (issue) errors[name] = explain?.(issue, values) ?? issue.detail;
      }
      return { ...refused, errors, problem: Object.keys(errors).length > 0 ? null : error };
    }
  }

  const untried: Attempt<N> = { values: untyped, errors: {}, problem: null, outcome: "untried", rounds: 0 };
  const [state, action, pending] = useActionState(attempt, untried);
  const { onInput, isCorrected } = useCorrectedFields(state);

  useEffect(() => {
    const input = ref.current?.querySelector<HTMLInputElement>("input[aria-invalid=true]");
    if (state.outcome !== "refused" || !input) return;
    input.focus();
    input.select();
  }, [state]);

  return {
    ...state,
    /** For the form element. */
    form: { ref, action, onInput, noValidate: true },
    /** The error of a field, until the reader changes what is in it. */
    errorOf: (name: N) => (isCorrected(name) ? undefined : state.errors[name]),
    busy: pending || state.outcome === "leaving",
  };
}

function valuesOf<N extends string>(names: readonly N[], read: (name: N) => string): Values<N> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Values<N>;
}

/** Passwords count as they were typed; anything else without the spaces around it. */
function typedIn(data: FormData, name: string): string {
  const text = String(data.get(name) ?? "");
  return name.endsWith("password") ? text : text.trim();
}
