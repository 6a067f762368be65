import type { InputIssue } from "@/lib/errors";
import type { WebhookKind } from "@/lib/values";
import { isSlackMethod } from "./formats/slack";

/** Headers that a webhook can't add, because the delivery or the connection determines them. */
const RESERVED_HEADERS = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/** Returns whether a request header is determined by the delivery itself. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED_HEADERS.has(lower) || lower.startsWith("webhook-");
}

/** The settings whose allowed values depend on each other. */
export interface DestinationSettings {
  kind: WebhookKind;
  url: string;
  body: string;
  template: unknown;
  channel: string | null;
  hasCredential: boolean;
  headerNames: readonly string[];
}

/** Returns the settings that don't fit a webhook's kind. `url` must be valid. */
export function findDestinationIssues(settings: DestinationSettings): InputIssue[] {
  const { kind, url, body, template, channel, hasCredential, headerNames } = settings;
  const issues: InputIssue[] = [];
  const add = (pointer: string, code: string, detail: string) => issues.push({ pointer, code, detail });
  const isBot = kind === "slack" && channel !== null;
  const needsCredential = kind === "pagerduty" || isBot;
  if (body === "thin" && kind !== "generic") add("/body", "invalid_value", "Only the kind `generic` can be thin.");
  if (kind === "template" && template === null) add("/template", "required", "Send the JSON body of the deliveries.");
  if (kind !== "template" && template !== null) {
    add("/template", "invalid_value", "Send a template only with the kind `template`.");
  }
  if (kind !== "slack" && channel !== null) {
    add("/channel", "invalid_value", "Send a channel only with the kind `slack`.");
  }
  if (isBot && !isSlackMethod(url)) {
    add("/url", "invalid_value", "With a channel, send https://slack.com/api/chat.postMessage");
  }
  if (kind === "slack" && !isBot && isSlackMethod(url)) {
    add("/channel", "required", "Send the ID of the channel to which the bot posts.");
  }
  for (const name of isBot ? headerNames.filter((header) => header.toLowerCase() === "authorization") : []) {
    add(`/headers/${name}`, "invalid_value", "Remove this header. The bot token is sent in it.");
  }
  if (needsCredential && !hasCredential) {
    add(
      "/credential",
      "required",
      isBot ? "Send the bot token." : "Send the integration key of the PagerDuty service.",
    );
  }
  if (!needsCredential && hasCredential) {
    add("/credential", "invalid_value", "Send this only for `pagerduty`, or for `slack` with a channel.");
  }
  return issues;
}
