import type { Format, FormatReply } from "./format";
import { describeEvent, severityColors } from "./message";

/** The method that posts with a bot token. Incoming webhooks have other URLs, and can't change a message. */
const POST_METHOD = "/chat.postMessage";
const UPDATE_METHOD = "/chat.update";
/** Errors of `chat.update` after which the message can't be changed any more, so that the next attempt posts a new one. */
const LOST_MESSAGE = new Set(["message_not_found", "cant_update_message", "edit_window_closed", "channel_not_found"]);

/** A channel's ID and a message's timestamp. Other text of a reply is never stored. */
const MESSAGE_ID = /^[A-Z0-9]{1,40} \d{1,20}\.\d{1,20}$/;
const CHANNEL_ID = /^[CDG][A-Z0-9]{6,40}$/;

// https://docs.slack.dev/messaging/formatting-message-text: only these three characters are special.
const escapeSlack = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const markdown = (text: string) => ({ type: "mrkdwn", text });

/** Returns whether a URL is the Slack API's method for posting with a bot token. */
export const isSlackMethod = (url: string) => new URL(url).pathname.endsWith(POST_METHOD);

/**
 * Slack's Block Kit. With a bot token, later events of the same subject change its message. With an incoming
 * webhook, each event is a message.
 */
export const slackFormat: Format = {
  eventTypes: null,
  write: ({ url, channel, credential, messageId }, source) => {
    const { title, line, url: link, severity, facts } = describeEvent(source);
    const fields = facts.map(({ label, value }) => markdown(`*${label}*\n${escapeSlack(value)}`));
    const blocks = [
      { type: "section", text: markdown(`*<${link}|${escapeSlack(title)}>*\n${escapeSlack(line)}`) },
      ...(fields.length > 0 ? [{ type: "section", fields }] : []),
    ];
    const color = `#${severityColors[severity].toString(16).padStart(6, "0")}`;
    const message = { text: escapeSlack(`${title}: ${line}`), attachments: [{ color, blocks }] };
    if (channel === null) return { url, body: message };
    const [posted, ts] = messageId?.split(" ") ?? [];
    const headers = { authorization: `Bearer ${credential}` };
    // After a change of the channel, alerts continue with a new message there.
    const isElsewhere = CHANNEL_ID.test(channel) && posted !== channel;
    if (ts === undefined || isElsewhere) return { url, headers, body: { channel, ...message } };
    return { url: updateUrl(url), headers, body: { channel: posted, ts, ...message } };
  },
  readReply: ({ channel }, status, text): FormatReply => {
    const isOk = status >= 200 && status < 300;
    if (!isOk || channel === null) return { delivered: isOk };
    // The API replies 200 to errors as well.
    const { ok, channel: posted, ts, error } = parseReply(text);
    if (ok === true) {
      const messageId = typeof posted === "string" && typeof ts === "string" ? `${posted} ${ts}` : "";
      return { delivered: true, ...(MESSAGE_ID.test(messageId) && { messageId }) };
    }
    return { delivered: false, ...(typeof error === "string" && LOST_MESSAGE.has(error) && { messageId: null }) };
  },
};

function updateUrl(url: string): string {
  const target = new URL(url);
  target.pathname = target.pathname.slice(0, -POST_METHOD.length) + UPDATE_METHOD;
  return target.href;
}

function parseReply(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
