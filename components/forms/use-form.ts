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
  /** Why it was rejected, when that belongs to no field. */
  problem: ApiError | null;
  outcome: "untried" | "refused" | "done" | "saved" | "leaving";
}

interface FormOptions<Field extends string, Slot extends string> {
  /** Every field with what it starts with. Fields that nobody typed in follow it. */
  initial: FormValues<Field>;
  /** Where errors are shown, named as the API names the parts of the body; the fields, unless said. */
  slots?: readonly Slot[];
  /** The slot whose error a change of this field ends; the one of the same name, unless said. */
  slotOf?: (field: Field) => NoInfer<Slot>;
  /** What is wrong before anything is sent. */
  validate?: (values: FormValues<NoInfer<Field>>, data: FormData) => FormErrors<NoInfer<Slot>>;
  /**
   * Says `done` when the fields start over, `saved` when they stay, and `leaving` when the browser is on its way to
   * another page or the form is closing: it then stays as it is, and busy.
   * @throws ApiError what it says of a slot is shown there, anything else as `problem`
   */
  submit: (values: FormValues<NoInfer<Field>>, data: FormData) => Promise<"done" | "saved" | "leaving">;
  /** Other words for what the API said of a slot. */
  explain?: (slot: NoInfer<Slot>, issues: readonly InputIssue[], values: FormValues<NoInfer<Field>>) => ReactNode;
  /** Read anew after each attempt, also a refused one: what is shown may then be stale. */
  invalidates?: readonly QueryKey[];
}

const untried: Attempt<never> = { errors: {}, problem: null, outcome: "untried" };

/**
 * A form of the browser's own fields. It is a form action: a submit before this script has run is kept and sent once it
 * has, where the browser's own way would put what was typed into the address. Its fields are uncontrolled, since React
 * would empty controlled ones of what was typed before: give them `field(name)`, never a `value`.
 */
export function useForm<Field extends string, Slot extends string = Field>(options: FormOptions<Field, Slot>) {
  const { initial, slotOf, validate, submit, explain, invalidates = [] } = options;
  const slots = options.slots ?? (namesOf(initial) as string[] as Slot[]);
  const queryClient = useQueryClient();
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [followed, setFollowed] = useState(initial);
  /** Counts the changes of the values that the reader did not type: the fields have yet to show them. */
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
      // What was typed while it was sent stays.
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
    // What was typed before this script ran.
    if (form) setValues((known) => readFields(known, new FormData(form)));
  }, []);

  // React resets a form whose submit it kept, and a select then forgets what was chosen.
  useBrowserLayoutEffect(() => {
    if (ref.current && (revision > 0 || latest !== untried)) writeFields(ref.current, values);
  }, [revision, latest]);

  useEffect(() => {
    if (latest.outcome === "refused" && ref.current) focusFirstError(ref.current);
  }, [latest]);

  useEffect(() => {
    // Whoever comes back with the browser's button finds the form as it was left, with its button at work.
    const wake = ({ persisted }: PageTransitionEvent) => (persisted ? setForgiven(latest) : undefined);
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, [latest]);

  /** Forgets what was wrong, and keeps what was typed. */
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
    /** The error of a slot, until the reader changes what is in it. */
    errorOf: (slot: Slot): ReactNode => (isCorrected(slot) ? undefined : state.errors[slot]),
    /** For an Input, Select, Textarea or RadioGroup. */
    field: (name: Field) => ({ name, defaultValue: values[name] }),
    /** For a Combobox, which is no field of the browser's own. */
    choice: (name: Field) => ({
      name,
      value: values[name],
      onValueChange(value: string) {
        change((typed) => ({ ...typed, [name]: value }));
        markCorrected(name);
      },
    }),
    /** For the form element. */
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
        // React leaves the fields as they are if their form is sent here.
        event.preventDefault();
        if (isBusy) return;
        const pressed = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
        const data = new FormData(event.currentTarget, pressed);
        startTransition(() => action(data));
      },
    },
    forgive,
    /** Forgets what was typed as well. */
    reset(to: FormValues<Field> = initial) {
      forgive();
      change(() => to);
    },
  };
}

const nameOf = (target: EventTarget) => (target instanceof Element ? (target.getAttribute("name") ?? "") : "");

/** Shows values in the fields that have their names. */
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
