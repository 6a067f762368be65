import { env } from "@/lib/env";
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

/** Returns a user-chosen name on one line, without line breaks, invisible characters or direction overrides. */
function oneLine(name: string): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

/**
 * Returns a user-chosen name for use in text. Email clients turn text that looks like a URL into a link. An
 * invisible word joiner (U+2060) prevents that for names.
 */
function name(text: string): Part {
  return { strong: oneLine(text).replace(/(?<=\S)[.:/@](?=\S)/g, "$&\u2060") };
}

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
    note: "You're receiving this email because you're an admin of the organization.",
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
