"use client";
import type { Ref } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { MAX_WEBHOOK_URL } from "@/lib/limits";
import type { Webhook } from "@/lib/webhooks/schema";
import { isSlackBot, readKind } from "./webhook-form";
import type { WebhookFormState } from "./webhook-form-state";
import { webhookKindWords } from "./webhook-kinds";

type DestinationFieldsProps = { form: WebhookFormState; urlInput: Ref<HTMLInputElement>; subject: Webhook | null };

const slackOptions = [
  { value: "hook", label: "Incoming webhook", description: "Each event is a message of its own." },
  { value: "bot", label: "Bot token", description: "One message per alert, which changes with the alert." },
];

const typed = { autoCapitalize: "none", autoComplete: "off", spellCheck: false, className: "font-mono sm:text-xs" };

/** The fields that say where a webhook sends events: its URL, and what the format needs besides. */
export function DestinationFields({ form, urlInput, subject }: DestinationFieldsProps) {
  const { values, field, errorOf } = form;
  const kind = readKind(values);
  const words = webhookKindWords[kind];
  const isBot = isSlackBot(values);
  return (
    <>
      {kind === "slack" ? (
        <RadioGroup
          legend="Post with"
          layout="cards"
          {...field("slack")}
          onValueChange={form.forgive}
          options={slackOptions}
          className="[&>div]:grid [&>div]:sm:grid-cols-2"
        />
      ) : null}
      {kind === "pagerduty" ? (
        <Credential
          form={form}
          subject={subject}
          label="Integration key"
          hint="In the PagerDuty service, add the integration “Events API V2”, and copy its key."
        />
      ) : null}
      {isBot ? (
        <>
          <Credential
            form={form}
            subject={subject}
            label="Bot token"
            hint="Starts with xoxb-. The Slack app needs the scope chat:write."
          />
          <Field
            label="Channel ID"
            required
            error={errorOf("channel") ?? errorOf("url")}
            hint="In the channel's details, at the bottom. Invite the app to the channel first."
          >
            <Input {...field("channel")} {...typed} maxLength={100} placeholder="C0123456789" />
          </Field>
        </>
      ) : (
        <Field
          key={kind === "pagerduty" ? "pagerduty" : "url"}
          label={words.urlLabel}
          required
          error={errorOf("url")}
          hint={words.urlHint}
        >
          <Input
            ref={urlInput}
            {...field(kind === "pagerduty" ? "pagerduty_url" : "url")}
            {...typed}
            type="url"
            inputMode="url"
            maxLength={MAX_WEBHOOK_URL}
            placeholder={words.urlPlaceholder}
          />
        </Field>
      )}
    </>
  );
}

type CredentialProps = { form: WebhookFormState; subject: Webhook | null; label: string; hint: string };

/** The field of a stored secret of another service. It stays empty when editing, because the API never returns it. */
function Credential({ form: { field, errorOf }, subject, label, hint }: CredentialProps) {
  const isStored = subject?.has_credential ?? false;
  return (
    <Field label={label} required={!isStored} error={errorOf("credential")} hint={hint}>
      <Input
        {...field("credential")}
        {...typed}
        type="password"
        maxLength={200}
        {...(isStored && { placeholder: "Stored. Enter another one to replace it." })}
      />
    </Field>
  );
}
