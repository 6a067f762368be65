import { chosenOf, type FormValues } from "@/components/forms/form-values";
import type { InputIssue } from "@/lib/errors";
import { type EventType, eventTypes, type WebhookKind, webhookBodies, webhookKinds } from "@/lib/values";
import type { Webhook, WebhookCreate, WebhookUpdate } from "@/lib/webhooks/schema";
import { PAGERDUTY_URL, SLACK_METHOD_URL } from "./webhook-kinds";

const webhookFields = [
  "kind",
  "url",
  "pagerduty_url",
  "slack",
  "channel",
  "credential",
  "description",
  "events",
  "types",
  "filter",
  "body",
  "template",
  "headers",
  "enabled",
] as const;
export type WebhookField = (typeof webhookFields)[number];
export type WebhookFields = FormValues<WebhookField>;
/** The places where errors are shown, named like the parts of the request body. */
export const webhookSlots = [
  "kind",
  "url",
  "channel",
  "credential",
  "description",
  "event_types",
  "filter",
  "body",
  "template",
  "headers",
] as const;
export type WebhookSlot = (typeof webhookSlots)[number];
export type WebhookErrors = Partial<Record<WebhookSlot, string>>;

export type WebhookFilter = NonNullable<Webhook["filter"]>;

/** A row of the additional headers. */
export interface HeaderRow {
  id: number;
  name: string;
  value: string;
}

const blankTemplate = {
  title: "{{summary.title}}",
  text: "{{summary.text}}",
  severity: "{{summary.severity}}",
  link: "{{summary.url}}",
};

const spellJson = (value: unknown) => JSON.stringify(value, null, 2);

export const blankWebhook: WebhookFields = {
  kind: "generic",
  url: "",
  pagerduty_url: PAGERDUTY_URL,
  slack: "hook",
  channel: "",
  credential: "",
  description: "",
  events: "all",
  types: "",
  filter: "{}",
  body: "full",
  template: spellJson(blankTemplate),
  headers: "[]",
  enabled: "on",
};

/** Returns a webhook's current values as form fields. Empty headers or credentials mean that they stay. */
export function toWebhookFields(webhook: Webhook): WebhookFields {
  const { kind, url, channel, description, event_types, filter, body, template, header_names } = webhook;
  return {
    ...blankWebhook,
    kind,
    url: channel === null ? url : "",
    pagerduty_url: kind === "pagerduty" ? url : PAGERDUTY_URL,
    slack: channel === null ? "hook" : "bot",
    channel: channel ?? "",
    description,
    events: event_types === null ? "all" : "chosen",
    types: event_types?.join(",") ?? "",
    filter: JSON.stringify(filter ?? {}),
    body,
    template: template === null ? blankWebhook.template : spellJson(template),
    headers: header_names.length > 0 ? "" : "[]",
  };
}

/** Returns the slot that shows the errors of a field. */
export function webhookSlotOf(field: WebhookField): WebhookSlot {
  if (field === "events" || field === "types") return "event_types";
  if (field === "pagerduty_url" || field === "enabled") return "url";
  return field === "slack" ? "channel" : field;
}

export const readKind = ({ kind }: WebhookFields): WebhookKind => chosenOf(webhookKinds, kind, "generic");

export const isSlackBot = (fields: WebhookFields) => readKind(fields) === "slack" && fields.slack === "bot";

/** Parses the selected event types. */
export function readEventTypes(types: string): EventType[] {
  const chosen = types.split(",");
  return eventTypes.filter((type) => chosen.includes(type));
}

export const readFilter = (text: string) => JSON.parse(text) as WebhookFilter;

export const readHeaderRows = (text: string) => JSON.parse(text || "[]") as HeaderRow[];

/** Parses a template. Returns null if it isn't a JSON object. */
export function readTemplate(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/**
 * Converts form fields to the body of the request that creates a webhook. Fields of other formats are left out.
 * @param before the edited webhook. Its URL of a Slack method and its event types for PagerDuty are kept.
 */
export function toWebhookBody(fields: WebhookFields, before?: Webhook): WebhookCreate {
  const kind = readKind(fields);
  const isBot = isSlackBot(fields);
  const filter = readFilter(fields.filter);
  const rows = readHeaderRows(fields.headers).filter(({ name, value }) => name.trim() !== "" || value !== "");
  return {
    kind,
    url: urlOf(fields, before),
    description: fields.description,
    event_types: fields.events === "all" || (kind === "pagerduty" && !before) ? null : readEventTypes(fields.types),
    filter: Object.keys(filter).length > 0 ? filter : null,
    body: kind === "generic" ? chosenOf(webhookBodies, fields.body, "full") : "full",
    template: kind === "template" ? readTemplate(fields.template) : null,
    channel: isBot ? fields.channel : null,
    credential: (isBot || kind === "pagerduty") && fields.credential ? fields.credential : null,
    headers: Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value.trim()])),
    enabled: fields.enabled === "on",
  };
}

function urlOf(fields: WebhookFields, before: Webhook | undefined): string {
  if (readKind(fields) === "pagerduty") return fields.pagerduty_url;
  if (!isSlackBot(fields)) return fields.url;
  return before?.channel == null ? SLACK_METHOD_URL : before.url;
}

/** Returns only the changed values, so that other people's changes aren't overwritten. */
export function findWebhookChanges(webhook: Webhook, fields: WebhookFields): WebhookUpdate {
  const initial = toWebhookFields(webhook);
  const before = toWebhookBody(initial, webhook);
  const after = toWebhookBody(fields, webhook);
  const names = ["url", "description", "event_types", "filter", "body", "template", "channel"] as const;
  const changed = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  // A bot token has no use without a channel, so the API rejects it.
  const isTokenUnused = webhook.has_credential && webhook.channel !== null && after.channel === null;
  return {
    ...Object.fromEntries(changed.map((name) => [name, after[name]])),
    ...((after.credential !== null || isTokenUnused) && { credential: after.credential }),
    ...(fields.headers !== initial.headers && { headers: after.headers }),
  };
}

/**
 * Validates the fields that the API can't explain better.
 * @param before the edited webhook. Its stored credential may stay.
 */
export function findWebhookFaults(fields: WebhookFields, before?: Webhook): WebhookErrors {
  const kind = readKind(fields);
  const isBot = isSlackBot(fields);
  const needsCredential = (kind === "pagerduty" || isBot) && !before?.has_credential && fields.credential === "";
  return {
    ...urlFault(urlOf(fields, before)),
    ...(isBot && fields.channel === "" && { channel: "Enter the ID of the channel." }),
    ...(needsCredential && { credential: isBot ? "Enter the bot token." : "Enter the integration key." }),
    ...(kind !== "pagerduty" &&
      fields.events === "chosen" &&
      fields.types === "" && { event_types: "Choose at least one event type." }),
    ...(kind === "template" && readTemplate(fields.template) === null && { template: templateFault(fields.template) }),
    ...headerFault(readHeaderRows(fields.headers)),
  };
}

function urlFault(url: string): WebhookErrors {
  if (url === "") return { url: "Enter the URL that receives the events." };
  return URL.canParse(url) ? {} : { url: "Enter a complete URL that starts with https://." };
}

function templateFault(text: string): string {
  try {
    JSON.parse(text);
    return "Enter a JSON object, which starts with {.";
  } catch (error) {
    return `This isn't valid JSON: ${error instanceof Error ? error.message : "check its quotes and commas"}.`;
  }
}

function headerFault(rows: readonly HeaderRow[]): WebhookErrors {
  const names = rows.map(({ name }) => name.trim().toLowerCase());
  const missing = rows.find(({ name, value }) => (name.trim() === "") !== (value.trim() === ""));
  if (missing) {
    return { headers: missing.name.trim() ? `Enter a value for ${missing.name.trim()}.` : "Enter the header's name." };
  }
  const repeated = names.find((name, index) => name !== "" && names.indexOf(name) < index);
  return repeated === undefined ? {} : { headers: `Enter ${repeated} only once.` };
}

/** Names the header that an error of the API is about. */
export function explainWebhookIssue(slot: WebhookSlot, [issue]: readonly InputIssue[]): string | undefined {
  const name = slot === "headers" ? issue?.pointer?.split("/")[2] : undefined;
  return name === undefined ? undefined : `${name}: ${issue?.detail}`;
}
