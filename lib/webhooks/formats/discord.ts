import type { Format } from "./format";
import { describeEvent, escapeMarkdown, severityColors } from "./message";

/** An embed for a Discord webhook. */
export const discordFormat: Format = {
  eventTypes: null,
  write: ({ url }, source) => {
    const { title, line, url: link, severity, facts } = describeEvent(source);
    const embed = {
      title: escapeMarkdown(title),
      url: link,
      description: escapeMarkdown(line),
      color: severityColors[severity],
      fields: facts.map(({ label, value }) => ({ name: label, value: escapeMarkdown(value), inline: true })),
      timestamp: source.event.created_at,
    };
    // Without it, `@everyone` in a note would notify all members.
    return { url, body: { embeds: [embed], allowed_mentions: { parse: [] } } };
  },
};
