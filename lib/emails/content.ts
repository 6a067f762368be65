import { env } from "@/lib/env";
import { EVENT_RETENTION_D, FAILING_WEBHOOK_D, MAX_COUNTED_DELIVERIES } from "@/lib/limits";
import { DAY_MS } from "@/lib/time";
import type { EmailKind } from "@/lib/values";
import type { Email, EmailPayloads } from "./writes";

/** A part of a paragraph: plain text, bold text, or a URL. */
type Part = string | { strong: string } | { link: string };

/** The content of an email before formatting, including the URL of its button. */
export interface EmailContent {
  subject: string;
  heading: string;
  paragraphs: readonly (readonly Part[])[];
  action?: { label: string; url: string };
  /** Small print: when the link expires, and what to do if the email is unexpected. */
  note: string;
}

const MAX_NAME = 100;
const MAX_REPLY = 200;

/** Returns a user-chosen name on one line, without line breaks, invisible characters or direction overrides. */
function oneLine(name: string, max = MAX_NAME): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > max ? `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

/**
 * Returns text of others for use in a paragraph. Email clients turn text that looks like a URL into a link. An
 * invisible word joiner (U+2060) prevents that.
 */
const unlinked = (line: string) => line.replace(/(?<=\S)[.:/@](?=\S)/g, "$&\u2060");
const name = (text: string): Part => ({ strong: unlinked(oneLine(text)) });

const timeFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
const at = (time: string) => `${timeFormat.format(new Date(time))} UTC`;

const rights = {
  admin: "Admins manage the organization's settings, keys and members.",
  support: "Support triages alerts and can view cameras.",
  viewer: "Viewers can view alerts and cameras.",
} as const;

const from = (ip: string | null) => (ip === null ? "" : ` from the address ${ip}`);
const notYou =
  "If this wasn't you, reset your password immediately with “Forgot password?” on the sign-in page, and tell an admin.";

const toAdmins = "You're receiving this email because you're an admin of the organization.";

const recovery = `Events are kept for ${EVENT_RETENTION_D} days. To repeat deliveries that were given up, open the webhook and choose “Resend failed deliveries”.`;

const webhookName = ({ webhook, description }: EmailPayloads["webhook_failing"]): Part[] => [
  ...(description.trim() === "" ? [name(webhook)] : [name(description), " (", name(webhook), ")"]),
];

const waiting = (pending: number) =>
  pending === 1
    ? "1 delivery is waiting."
    : `${pending.toLocaleString("en")}${pending >= MAX_COUNTED_DELIVERIES ? "+" : ""} deliveries are waiting.`;

/** Returns the result of a webhook's last attempt in words. */
function lastReply({ reply }: EmailPayloads["webhook_failing"]): string {
  if (reply === null) return "The last reply is no longer stored.";
  if (reply.status === null) return `The last attempt got no reply. ${reply.meaning}`;
  const text = unlinked(oneLine(reply.text ?? "", MAX_REPLY));
  return `The last reply had the status ${reply.status}${text === "" ? " and no text." : `: “${text}”`} ${reply.meaning}`;
}

const composers: { [Kind in EmailKind]: (content: EmailPayloads[Kind]) => EmailContent } = {
  // This email contains no text from the sign-up form, because anyone can have it sent to any address.
  email_verification: ({ url, expiresAt }) => ({
    subject: "Verify your email",
    heading: "Verify your email",
    paragraphs: [["To create your Sightline account, open this link and enter the password you chose."]],
    action: { label: "Verify email", url },
    note: `The link works once, until ${at(expiresAt)}. If you didn't sign up, ignore this email: no account is created.`,
  }),
  account_exists: ({ name: person, url, resetUrl }) => ({
    subject: "You already have an account",
    heading: "You already have an account",
    paragraphs: [
      ["Hello ", name(person), ","],
      ["Someone, probably you, tried to create a Sightline account with this email. You already have one."],
      ["Sign in with your password, or set a new one: ", { link: resetUrl }],
    ],
    action: { label: "Sign in", url },
    note: "If this wasn't you, ignore this email: nothing was changed.",
  }),
  invitation: ({ organization, invitedBy, role, url, expiresAt }) => ({
    subject: `${oneLine(invitedBy)} invited you to ${oneLine(organization)}`,
    heading: "You are invited",
    paragraphs: [
      [name(invitedBy), " invited you to ", name(organization), " on Sightline, with the role ", { strong: role }, "."],
      [rights[role]],
    ],
    action: { label: "Accept the invitation", url },
    note: `The link works once, until ${at(expiresAt)}. If you don't know the person who invited you, ignore this email.`,
  }),
  password_reset: ({ name: person, url, expiresAt }) => ({
    subject: "Set a new password",
    heading: "Set a new password",
    paragraphs: [["Hello ", name(person), ","], ["You asked to reset the password of your Sightline account."]],
    action: { label: "Choose a new password", url },
    note: `The link works once, until ${at(expiresAt)}. If you didn't request it, ignore this email. Your password won't change.`,
  }),
  password_changed: ({ name: person, at: time, ip }) => ({
    subject: "Your password was changed",
    heading: "Your password was changed",
    paragraphs: [
      ["Hello ", name(person), ","],
      [`Your Sightline password was changed on ${at(time)}${from(ip)}. Your other sessions were signed out.`],
    ],
    note: notYou,
  }),
  key_expiring: ({ organization, key, label, expiresAt, days, url }) => ({
    subject: `The API key ${oneLine(key)} expires ${inDays(days)}`,
    heading: `An API key expires ${inDays(days)}`,
    paragraphs: [
      ["The key ", name(key), ` (${oneLine(label)}) of `, name(organization), ` stops working on ${at(expiresAt)}.`],
      ["Rotate it before then. The new key works immediately, and you choose how long the old one keeps working."],
    ],
    action: { label: "Rotate the key", url },
    note: toAdmins,
  }),
  two_factor_off: ({ name: person, at: time, ip }) => ({
    subject: "Two-factor sign-in was turned off",
    heading: "Two-factor sign-in was turned off",
    paragraphs: [
      ["Hello ", name(person), ","],
      [`Two-factor sign-in for your Sightline account was turned off on ${at(time)}${from(ip)}.`],
      ["Sign-in no longer asks for a code."],
    ],
    note: notYou,
  }),
  webhook_failing: (content) => ({
    subject: `Webhook deliveries to ${oneLine(content.webhook)} are failing`,
    heading: "Webhook deliveries are failing",
    paragraphs: [
      [
        "No delivery of ",
        name(content.organization),
        " to ",
        ...webhookName(content),
        ` has succeeded since ${at(content.since)}. ${waiting(content.pending)}`,
      ],
      [lastReply(content)],
      [
        "Correct the server or the webhook's URL. Failed deliveries are retried automatically, with up to ten attempts each.",
      ],
      [
        `If none succeeds by ${at(new Date(Date.parse(content.since) + FAILING_WEBHOOK_D * DAY_MS).toISOString())}, `,
        `the webhook is disabled. ${recovery}`,
      ],
    ],
    action: { label: "Open the webhook", url: content.url },
    note: toAdmins,
  }),
  webhook_disabled: (content) => ({
    subject: `The webhook to ${oneLine(content.webhook)} was disabled`,
    heading: "A webhook was disabled",
    paragraphs: [
      [
        "The webhook of ",
        name(content.organization),
        " to ",
        ...webhookName(content),
        content.isGone
          ? " was disabled, because its server replied with 410 (Gone)."
          : ` was disabled, because no delivery has succeeded since ${at(content.since)}.`,
        ` ${waiting(content.pending)}`,
      ],
      [lastReply(content)],
      ["Correct the server or the webhook's URL, then enable the webhook. It continues where it was disabled."],
      [recovery],
    ],
    action: { label: "Open the webhook", url: content.url },
    note: toAdmins,
  }),
  test: ({ organization, name: person, url }) => ({
    subject: "Test email",
    heading: "Your email works",
    paragraphs: [
      ["Hello ", name(person), ","],
      [
        "You asked ",
        name(organization),
        " for a test email. It arrived, so invitations and warnings will reach you too.",
      ],
    ],
    action: { label: "Open the email settings", url },
    note: "This email was sent only to you.",
  }),
};

function inDays(days: number): string {
  if (days < 1) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}

/**
 * Returns the content of an email, before formatting.
 * @throws Error if its link belongs to another site.
 */
export function composeEmail(mail: Email): EmailContent {
  const write = composers[mail.kind] as (content: Email["content"]) => EmailContent;
  const emailContent = write(mail.content);
  const linked = emailContent.paragraphs
    .flat()
    .flatMap((part) => (typeof part === "object" && "link" in part ? part.link : []));
  const links = [...linked, ...(emailContent.action ? [emailContent.action.url] : [])];
  if (links.some((link) => new URL(link).origin !== new URL(env().BASE_URL).origin)) {
    throw new Error("The URL in an email belongs to another site");
  }
  return emailContent;
}
