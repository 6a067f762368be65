import { describe, expect, it } from "vitest";
import { webhookKinds } from "@/lib/values";
import { type Webhook, webhookCreateSchema, webhookUpdateSchema } from "@/lib/webhooks/schema";
import {
  blankWebhook,
  explainWebhookIssue,
  findWebhookChanges,
  findWebhookFaults,
  toWebhookBody,
  toWebhookFields,
} from "./webhook-form";
import { SLACK_METHOD_URL } from "./webhook-kinds";

const stored: Webhook = {
  id: "webhook_1",
  kind: "generic",
  url: "https://hooks.acme.com/1",
  description: "Dispatch",
  event_types: ["alert.created"],
  filter: { severity: ["high"], tag: ["dock"] },
  body: "thin",
  template: null,
  channel: null,
  has_credential: false,
  header_names: ["authorization"],
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  pending: 0,
  last_success_at: null,
  failing_since: null,
  created_by: "Ingrid",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  version: 1,
};
const bot: Webhook = {
  ...stored,
  kind: "slack",
  body: "full",
  url: SLACK_METHOD_URL,
  channel: "C1",
  has_credential: true,
};
const pager: Webhook = { ...stored, kind: "pagerduty", body: "full", has_credential: true };
const template: Webhook = { ...stored, kind: "template", body: "full", template: { text: "{{summary.title}}" } };

describe("the webhook form", () => {
  it.each([stored, bot, pager, template])("changes nothing of a $kind webhook that isn't edited", (webhook) => {
    expect(findWebhookChanges(webhook, toWebhookFields(webhook))).toEqual({});
    expect(findWebhookFaults(toWebhookFields(webhook), webhook)).toEqual({});
  });

  it.each(webhookKinds)("creates %s webhooks that the API's schema accepts", (kind) => {
    const fields = { ...blankWebhook, kind, url: "https://hooks.acme.com/1", credential: "key", body: "thin" };
    const body = toWebhookBody(fields);
    expect(webhookCreateSchema.parse(body)).toEqual(body);
    expect(body.body).toBe(kind === "generic" ? "thin" : "full");
    expect(body.template === null).toBe(kind !== "template");
    expect(body.credential).toBe(kind === "pagerduty" ? "key" : null);
  });

  it("sends only what was edited, and keeps filters that it doesn't show", () => {
    const fields = toWebhookFields(stored);
    const filter = JSON.stringify({ ...JSON.parse(fields.filter), status: ["open"] });
    const headers = JSON.stringify([{ id: 0, name: " X-Team ", value: "dock " }]);
    const change = findWebhookChanges(stored, { ...fields, filter, headers });
    expect(change).toEqual({
      filter: { severity: ["high"], tag: ["dock"], status: ["open"] },
      headers: { "X-Team": "dock" },
    });
    expect(webhookUpdateSchema.parse(change)).toEqual(change);
  });

  it("removes the bot token if Slack is used with an incoming webhook instead", () => {
    const fields = { ...toWebhookFields(bot), slack: "hook", url: "https://hooks.slack.com/services/1" };
    const url = "https://hooks.slack.com/services/1";
    expect(findWebhookChanges(bot, fields)).toEqual({ url, channel: null, credential: null });
    expect(findWebhookChanges(bot, { ...toWebhookFields(bot), credential: "xoxb-2" })).toEqual({
      credential: "xoxb-2",
    });
  });

  it("says what is missing", () => {
    expect(findWebhookFaults(blankWebhook)).toEqual({ url: expect.any(String) });
    expect(findWebhookFaults({ ...blankWebhook, url: "hooks.acme.com/1" })).toEqual({
      url: "Enter a complete URL that starts with https://.",
    });
    expect(Object.keys(findWebhookFaults({ ...blankWebhook, kind: "slack", slack: "bot" }))).toEqual([
      "channel",
      "credential",
    ]);
    const rows = (...names: string[]) => JSON.stringify(names.map((name, id) => ({ id, name, value: "1" })));
    expect(findWebhookFaults({ ...blankWebhook, url: "https://hooks.acme.com/1", headers: rows("a", "A") })).toEqual({
      headers: "Enter a only once.",
    });
    expect(findWebhookFaults({ ...blankWebhook, url: "https://hooks.acme.com/1", headers: rows("") })).toEqual({
      headers: "Enter the header's name.",
    });
    for (const text of ["[]", "null", "{"]) {
      expect(
        findWebhookFaults({ ...blankWebhook, kind: "template", url: "https://hooks.acme.com/1", template: text }),
      ).toHaveProperty("template");
    }
  });

  it("names the header that the API rejects", () => {
    const issue = { pointer: "/headers/host", code: "custom", detail: "Remove it." };
    expect(explainWebhookIssue("headers", [issue])).toBe("host: Remove it.");
    expect(explainWebhookIssue("url", [{ ...issue, pointer: "/url" }])).toBeUndefined();
  });
});
