"use client";
import type { ReactNode, Ref } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup, type RadioOption } from "@/components/ui/radio-group";
import { MAX_WEBHOOK_URL } from "@/lib/limits";
import type { WebhookBody } from "@/lib/values";
import { EventTypePicker } from "./event-type-picker";
import type { WebhookField, WebhookFields, WebhookSlot } from "./webhook-form";

type WebhookFormFieldsProps = {
  values: WebhookFields;
  field: (name: WebhookField) => { name: string; defaultValue: string };
  choice: (name: WebhookField) => { onValueChange: (value: string) => void };
  errorOf: (slot: WebhookSlot) => ReactNode;
  urlInput: Ref<HTMLInputElement>;
  /** Whether the form creates a webhook. */
  isNew: boolean;
};

const bodies: RadioOption<WebhookBody>[] = [
  { value: "full", label: "Full", description: "The event with its data, such as the whole alert." },
  {
    value: "thin",
    label: "Thin",
    description: "Only IDs and the version. Your server reads the current state from the API.",
  },
];

/** The fields of a webhook's form. */
export function WebhookFormFields({ values, field, choice, errorOf, urlInput, isNew }: WebhookFormFieldsProps) {
  return (
    <>
      <Field
        label="URL"
        required
        error={errorOf("url")}
        hint="Receives a POST request for each event. It must be reachable from the internet."
      >
        <Input
          ref={urlInput}
          {...field("url")}
          type="url"
          inputMode="url"
          maxLength={MAX_WEBHOOK_URL}
          placeholder="https://hooks.example.com/sightline"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className="font-mono sm:text-xs"
        />
      </Field>
      <Field label="Description" optional error={errorOf("description")}>
        <Input
          {...field("description")}
          maxLength={200}
          placeholder="Dispatch system, production"
          autoComplete="off"
          dir="auto"
        />
      </Field>
      <EventTypePicker
        values={values}
        field={field}
        onChange={choice("types").onValueChange}
        error={errorOf("event_types")}
      />
      <RadioGroup
        legend="Request body"
        layout="cards"
        {...field("body")}
        options={bodies}
        error={errorOf("body")}
        className="[&>div]:sm:grid [&>div]:sm:grid-cols-2"
      />
      {isNew ? (
        <Checkbox
          label="Send events right away"
          description="If not, the webhook starts disabled. When you enable it, it delivers the events since its creation."
          checked={values.enabled === "on"}
          onChange={(event) => choice("enabled").onValueChange(event.target.checked ? "on" : "")}
        />
      ) : null}
    </>
  );
}
