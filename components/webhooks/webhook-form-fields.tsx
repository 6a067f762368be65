"use client";
import type { Ref } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup, type RadioOption } from "@/components/ui/radio-group";
import { type WebhookBody, webhookKinds } from "@/lib/values";
import type { Webhook } from "@/lib/webhooks/schema";
import { AlertFilterFields } from "./alert-filter-fields";
import { DestinationFields } from "./destination-fields";
import { EventTypePicker } from "./event-type-picker";
import { HeaderFields } from "./header-fields";
import { TemplateFields } from "./template-fields";
import { readKind } from "./webhook-form";
import type { WebhookFormState } from "./webhook-form-state";
import { webhookKindWords } from "./webhook-kinds";

type WebhookFormFieldsProps = {
  organization: string;
  form: WebhookFormState;
  urlInput: Ref<HTMLInputElement>;
  /** The edited webhook, or null for a new one. Its format can't change. */
  subject: Webhook | null;
};

const bodies: RadioOption<WebhookBody>[] = [
  { value: "full", label: "Full", description: "The event with its data, such as the whole alert." },
  {
    value: "thin",
    label: "Thin",
    description: "Only IDs and the version. Your server reads the current state from the API.",
  },
];

const kindOptions = webhookKinds.map((value) => ({
  value,
  label: <span className="font-medium">{webhookKindWords[value].label}</span>,
  description: webhookKindWords[value].about,
}));

/** The fields of a webhook's form. Which of them are shown depends on the format. */
export function WebhookFormFields({ organization, form, urlInput, subject }: WebhookFormFieldsProps) {
  const { values, field, choice, errorOf } = form;
  const kind = readKind(values);
  return (
    <>
      {subject === null ? (
        <RadioGroup
          legend="Format"
          layout="cards"
          {...field("kind")}
          // Errors of the previous format's fields don't apply to this one.
          onValueChange={form.forgive}
          options={kindOptions}
          error={errorOf("kind")}
          className="[&>div]:grid [&>div]:grid-cols-2 [&>div]:md:grid-cols-3"
        />
      ) : null}
      <DestinationFields form={form} urlInput={urlInput} subject={subject} />
      <Field label="Description" optional error={errorOf("description")}>
        <Input
          {...field("description")}
          maxLength={200}
          placeholder="Security team, Rotterdam"
          autoComplete="off"
          dir="auto"
        />
      </Field>
      {kind === "template" ? <TemplateFields organization={organization} form={form} /> : null}
      {kind === "pagerduty" ? (
        <div className="flex flex-col gap-1">
          <h3 className="text-sm font-medium">Events</h3>
          <p className="text-xs leading-5 text-muted-foreground">
            PagerDuty receives alerts when they are created, occur again or change status. Other events aren't sent to
            it.
          </p>
        </div>
      ) : (
        <EventTypePicker
          values={values}
          field={field}
          onChange={choice("types").onValueChange}
          error={errorOf("event_types")}
        />
      )}
      <AlertFilterFields
        organization={organization}
        value={values.filter}
        onChange={choice("filter").onValueChange}
        error={errorOf("filter")}
      />
      {kind === "generic" ? (
        <RadioGroup
          legend="Request body"
          layout="cards"
          {...field("body")}
          options={bodies}
          error={errorOf("body")}
          className="[&>div]:grid [&>div]:sm:grid-cols-2"
        />
      ) : null}
      {kind === "generic" || kind === "template" || subject?.header_names.length ? (
        <HeaderFields
          value={values.headers}
          stored={subject?.header_names ?? []}
          onChange={choice("headers").onValueChange}
          error={errorOf("headers")}
        />
      ) : null}
      {subject === null ? (
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
