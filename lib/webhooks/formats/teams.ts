import type { Severity } from "@/lib/values";
import type { Format } from "./format";
import { describeEvent, escapeMarkdown } from "./message";

const colors: Record<Severity, string> = {
  critical: "attention",
  high: "attention",
  medium: "warning",
  low: "accent",
  info: "default",
};

/** An Adaptive Card for a Microsoft Teams workflow ("When a Teams webhook request is received"). */
export const teamsFormat: Format = {
  eventTypes: null,
  write: ({ url }, source) => {
    const message = describeEvent(source);
    const card = {
      $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
      type: "AdaptiveCard",
      version: "1.4",
      body: [
        {
          type: "TextBlock",
          text: escapeMarkdown(message.title),
          weight: "bolder",
          size: "medium",
          color: colors[message.severity],
          wrap: true,
        },
        { type: "TextBlock", text: escapeMarkdown(message.line), wrap: true },
        {
          type: "FactSet",
          facts: message.facts.map(({ label, value }) => ({ title: label, value: escapeMarkdown(value) })),
        },
      ],
      actions: [{ type: "Action.OpenUrl", title: "Open in Sightline", url: message.url }],
    };
    const attachment = { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card };
    return { url, body: { type: "message", attachments: [attachment] } };
  },
};
