import type { WebhookKind } from "@/lib/values";

/** The texts of a format in the webhook's form. */
interface WebhookKindWords {
  label: string;
  about: string;
  urlLabel: string;
  urlPlaceholder: string;
  urlHint: string;
}

/** The method of Slack's API that posts with a bot token. */
export const SLACK_METHOD_URL = "https://slack.com/api/chat.postMessage";
export const PAGERDUTY_URL = "https://events.pagerduty.com/v2/enqueue";

export const webhookKindWords: Record<WebhookKind, WebhookKindWords> = {
  generic: {
    label: "Standard Webhooks",
    about: "Signed JSON for your own server.",
    urlLabel: "URL",
    urlPlaceholder: "https://hooks.acme.com/sightline",
    urlHint: "Receives a POST request for each event. It must be reachable from the internet.",
  },
  slack: {
    label: "Slack",
    about: "Messages in a channel.",
    urlLabel: "Webhook URL",
    urlPlaceholder: "https://hooks.slack.com/services/…",
    urlHint: "In your Slack app, open “Incoming Webhooks”, add one to a channel, and copy its URL.",
  },
  teams: {
    label: "Microsoft Teams",
    about: "Cards in a channel or chat.",
    urlLabel: "Workflow URL",
    urlPlaceholder: "https://….logic.azure.com/workflows/…",
    urlHint: "In Teams, create the workflow “When a Teams webhook request is received”, and copy its URL.",
  },
  pagerduty: {
    label: "PagerDuty",
    about: "Incidents that open and close with alerts.",
    urlLabel: "Events API URL",
    urlPlaceholder: PAGERDUTY_URL,
    urlHint: "For an account in the EU, use https://events.eu.pagerduty.com/v2/enqueue.",
  },
  discord: {
    label: "Discord",
    about: "Messages in a channel.",
    urlLabel: "Webhook URL",
    urlPlaceholder: "https://discord.com/api/webhooks/…",
    urlHint: "In the channel's settings, open “Integrations”, create a webhook, and copy its URL.",
  },
  template: {
    label: "Custom JSON",
    about: "A body of your own design, for any HTTP API.",
    urlLabel: "URL",
    urlPlaceholder: "https://api.acme.com/tickets",
    urlHint: "Receives a POST request for each event. It must be reachable from the internet.",
  },
};

/** Returns whether receivers of a format verify signatures. Chat and incident services don't. */
export const isVerified = (kind: WebhookKind) => kind === "generic" || kind === "template";
