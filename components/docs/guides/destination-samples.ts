import type { SnippetRequest } from "@/components/snippets/request-snippets";

const webhook = (baseUrl: string, body: Record<string, unknown>): SnippetRequest => ({
  method: "POST",
  url: `${baseUrl}/api/v1/webhooks`,
  authorized: true,
  body,
});

/** Returns a request that posts urgent alerts to a Slack channel. */
export const slackWebhookRequest = (baseUrl: string) =>
  webhook(baseUrl, {
    kind: "slack",
    url: "https://slack.com/api/chat.postMessage",
    channel: "C0123456789",
    credential: "xoxb-your-bot-token",
    filter: { severity: ["critical", "high"] },
  });

/** Returns a request that sends a body of the caller's own design. */
export const templateWebhookRequest = (baseUrl: string) =>
  webhook(baseUrl, {
    kind: "template",
    url: "https://example.com/tickets",
    headers: { "x-api-token": "your-token" },
    event_types: ["alert.created"],
    template: {
      summary: "{{summary.title}}",
      text: "{{summary.text}} at {{camera.name}}",
      link: "{{summary.url}}",
      urgent: "{{alert.severity}}",
    },
  });
