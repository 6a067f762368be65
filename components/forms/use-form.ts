"use client";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { fieldErrors } from "@/components/forms/field-errors";
import { useBrowserLayoutEffect } from "@/components/ui/use-browser-layout-effect";
import type { InputIssue } from "@/lib/errors";
import { type ApiError, isApiError } from "@/lib/http/call";
import { differ, type FormValues, followFields, namesOf, readFields, trimFields } from "./form-values";

type FormErrors<Slot extends string> = { [Name in Slot]?: ReactNode };

interface Attempt<Slot extends string> {
  errors: FormErrors<Slot>;
  /** The error of the last submit, if it doesn't belong to a field. */
  problem: ApiError | null;
  outcome: "untried" | "refused" | "done" | "saved" | "leaving";
}

interface FormOptions<Field extends string, Slot extends string> {
  /** All fields with their initial values. If `initial` changes, fields that the reader hasn't changed follow it. */
  initial: FormValues<Field>;
  /** The places where errors are shown, named like the parts of the request body. Defaults to the fields. */
  slots?: readonly Slot[];
  /** Returns the slot whose error is cleared when this field changes. Defaults to the slot of the same name. */
  slotOf?: (field: Field) => NoInfer<Slot>;
  /** Validates the values in the browser before they are sent. */
  validate?: (values: FormValues<NoInfer<Field>>, data: FormData) => FormErrors<NoInfer<Slot>>;
  /**
   * Sends the values. Returns `done` to reset the fields or `saved` to keep them. Returns `leaving` if the browser
   * is navigating away or the form is closing. After `leaving`, the form stays busy.
   * @throws ApiError if the API rejects the values. Errors for a slot are shown there, others as `problem`
   */
  submit: (values: FormValues<NoInfer<Field>>, data: FormData) => Promise<"done" | "saved" | "leaving">;
  /** Returns a message that replaces the API's message for a slot. */
  explain?: (slot: NoInfer<Slot>, issues: readonly InputIssue[], values: FormValues<NoInfer<Field>>) => ReactNode;
  /** Queries to refetch after each attempt. A rejected attempt can also mean that displayed data is stale. */
  invalidates?: readonly QueryKey[];
}

const untried: Attempt<never> = { errors: {}, problem: null, outcome: "untried" };

/**
 * Returns the state of a form with native fields, and the props for its elements. It is a form action, so that
 * React queues submits made before hydration. Fields are uncontrolled, because React would reset controlled ones
 * at hydration: spread `field(name)` on them, and never set `value`.
 */
export function useForm<Field extends string, Slot extends string = Field>(options: FormOptions<Field, Slot>) {
  const { initial, slotOf, validate, submit, explain, invalidates = [] } = options;
  const slots = options.slots ?? (namesOf(initial) as string[] as Slot[]);
  const queryClient = useQueryClient();
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [followed, setFollowed] = useState(initial);
  /** Counts value changes made by code, which must be written to the fields. */
  const [revision, setRevision] = useState(0);

  function change(next: (typed: FormValues<Field>) => FormValues<Field>) {
    setValues(next);
    setRevision((count) => count + 1);
  }

  if (JSON.stringify(followed) !== JSON.stringify(initial)) {
    setFollowed(initial);
    change((typed) => followFields(typed, followed, initial));
  }

  async function attempt(_before: Attempt<Slot>, data: FormData): Promise<Attempt<Slot>> {
    const typed = readFields(values, data);
    const given = trimFields(typed);
    setValues(typed);
    const refused: Attempt<Slot> = { errors: validate?.(given, data) ?? {}, problem: null, outcome: "refused" };
    if (Object.values(refused.errors).some(Boolean)) return refused;
    try {
      const outcome = await submit(given, data);
      if (outcome === "done") change(() => initial);
      // Keep text that the reader typed while the request was running.
      if (outcome === "saved") change((now) => followFields(now, typed, given));
      return { ...refused, outcome };
    } catch (error) {
      if (!isApiError(error)) throw error;
      const issues = fieldErrors(error, slots);
      const errors: FormErrors<Slot> = {};
      for (const slot of slots) {
        const found = issues[slot];
        if (found) errors[slot] = explain?.(slot, found, given) ?? found[0]?.detail;
      }
      return { ...refused, errors, problem: Object.keys(errors).length > 0 ? null : error };
    } finally {
      for (const queryKey of invalidates) void queryClient.invalidateQueries({ queryKey });
    }
  }

  const [latest, action, isPending] = useActionState(attempt, untried);
  const [forgiven, setForgiven] = useState<Attempt<Slot>>(untried);
  const state: Attempt<Slot> = latest === forgiven ? untried : latest;
  const [corrected, setCorrected] = useState({ attempt: latest, names: new Set<string>() });
  const isCorrected = (slot: string) => corrected.attempt === latest && corrected.names.has(slot);
  const isBusy = isPending || state.outcome === "leaving";

  useEffect(() => {
    const form = ref.current;
    // Read input from before hydration.
    if (form) setValues((known) => readFields(known, new FormData(form)));
  }, []);

  // React resets a form after its queued submit, which clears selects. Write the values again.
  useBrowserLayoutEffect(() => {
    if (ref.current && (revision > 0 || latest !== untried)) writeFields(ref.current, values);
  }, [revision, latest]);

  useEffect(() => {
    if (latest.outcome === "refused" && ref.current) focusFirstError(ref.current);
  }, [latest]);

  useEffect(() => {
    // If the reader returns with the Back button, the page is restored from cache with a busy button. Make the
    // button usable again.
    const wake = ({ persisted }: PageTransitionEvent) => (persisted ? setForgiven(latest) : undefined);
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, [latest]);

  /** Clears errors and keeps the values. */
  const forgive = () => setForgiven(latest);

  function markCorrected(name: string) {
    const slot = name in values && slotOf ? slotOf(name as Field) : name;
    if (isCorrected(slot)) return;
    const names = corrected.attempt === latest ? corrected.names : [];
    setCorrected({ attempt: latest, names: new Set([...names, slot]) });
  }

  return {
    values,
    outcome: state.outcome,
    isBusy,
    isChanged: differ(values, initial),
    problem: state.problem,
    /** Returns the error of a slot, until the reader changes its field. */
    errorOf: (slot: Slot): ReactNode => (isCorrected(slot) ? undefined : state.errors[slot]),
    /** Props for Input, Select, Textarea and RadioGroup. */
    field: (name: Field) => ({ name, defaultValue: values[name] }),
    /** Props for Combobox, which isn't a native field. */
    choice: (name: Field) => ({
      name,
      value: values[name],
      onValueChange(value: string) {
        change((typed) => ({ ...typed, [name]: value }));
        markCorrected(name);
      },
    }),
    /** Props for the form element. */
    form: {
      ref,
      action,
      noValidate: true,
      onInput(event: FormEvent<HTMLFormElement>) {
        const data = new FormData(event.currentTarget);
        setValues((known) => readFields(known, data));
        markCorrected(nameOf(event.target));
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        // Prevent the form action, after which React would reset the fields.
        event.preventDefault();
        if (isBusy) return;
        const pressed = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
        const data = new FormData(event.currentTarget, pressed);
        startTransition(() => action(data));
      },
    },
    forgive,
    /** Clears errors and sets all fields to `to`. */
    reset(to: FormValues<Field> = initial) {
      forgive();
      change(() => to);
    },
  };
}

const nameOf = (target: EventTarget) => (target instanceof Element ? (target.getAttribute("name") ?? "") : "");

/** Writes values to the form's fields. */
function writeFields(form: HTMLFormElement, values: FormValues<string>): void {
  for (const field of form.elements) {
    const text = values[nameOf(field)];
    if (text === undefined) continue;
    if (field instanceof HTMLInputElement && field.type === "radio") field.checked = field.value === text;
    else if (isTextField(field) && field.value !== text) field.value = text;
  }
}

function focusFirstError(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid] input:checked");
  field?.focus();
  if (isTextField(field) && !(field instanceof HTMLSelectElement)) field.select();
}

function isTextField(element: Element | null): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}
