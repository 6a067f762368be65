import { env } from "@/lib/env";
import type { EmailKind } from "@/lib/values";
import type { Email, EmailPayloads } from "./writes";

/** Text, a name in bold, or an address to open. */
type Part = string | { strong: string } | { link: string };

/** A mail before it has a form: what it says, and the one place where its button leads. */
export interface EmailContent {
  subject: string;
  heading: string;
  paragraphs: readonly (readonly Part[])[];
  action?: { label: string; url: string };
  /** In small letters: until when it holds, and what to do when it was not expected. */
  note: string;
}

const MAX_NAME = 100;

/** A name that somebody chose, on one line: without line breaks, invisible characters, or turns of the direction. */
function oneLine(name: string): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

/**
 * A chosen name in the text. Readers make links of what looks like an address, and a name must not send anybody
 * anywhere: a word joiner (U+2060), which nobody sees, takes that look away.
 */
function name(text: string): Part {
  return { strong: oneLine(text).replace(/(?<=\S)[.:/@](?=\S)/g, "$&\u2060") };
}

const timeFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
const at = (time: string) => `${timeFormat.format(new Date(time))} UTC`;

const rights = {
  admin: "An admin changes the settings, the keys and the people of the organization.",
  support: "Support works on alerts and sees the cameras.",
  viewer: "A viewer sees the alerts and the cameras.",
} as const;

const from = (ip: string | null) => (ip === null ? "" : ` from the address ${ip}`);
const notYou =
  "If that was not you, set a new password at once with “Forgot password” on the sign-in page, and tell an admin.";

const composers: { [Kind in EmailKind]: (content: EmailPayloads[Kind]) => EmailContent } = {
  // It holds no text from the sign-up form, since anyone can have it sent to anyone.
  email_verification: ({ url, expiresAt }) => ({
    subject: "Verify your email",
    heading: "Verify your email",
    paragraphs: [["To create your Sightline account, open this link and enter the password that you chose."]],
    action: { label: "Verify email", url },
    note: `The link works once, until ${at(expiresAt)}. If you didn't sign up, ignore this email: no account is created.`,
  }),
  account_exists: ({ name: person, url, resetUrl }) => ({
    subject: "You already have an account",
    heading: "You already have an account",
    paragraphs: [
      ["Hello ", name(person), ","],
      ["Someone, probably you, tried to create a Sightline account with this email. You have one already."],
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
    note: `The link works once, until ${at(expiresAt)}. If you do not know who invites you, ignore this mail.`,
  }),
  password_reset: ({ name: person, url, expiresAt }) => ({
    subject: "Set a new password",
    heading: "Set a new password",
    paragraphs: [
      ["Hello ", name(person), ","],
      ["Somebody, hopefully you, asked for a new password of your Sightline account."],
    ],
    action: { label: "Choose a new password", url },
    note: `The link works once, until ${at(expiresAt)}. If you did not ask for it, ignore this mail: your password stays.`,
  }),
  password_changed: ({ name: person, at: time, ip }) => ({
    subject: "Your password was changed",
    heading: "Your password was changed",
    paragraphs: [
      ["Hello ", name(person), ","],
      [`The password of your Sightline account was changed on ${at(time)}${from(ip)}. Other sessions were ended.`],
    ],
    note: notYou,
  }),
  key_expiring: ({ organization, key, label, expiresAt, days, url }) => ({
    subject: `The API key ${oneLine(key)} expires ${inDays(days)}`,
    heading: `An API key expires ${inDays(days)}`,
    paragraphs: [
      ["The key ", name(key), ` (${oneLine(label)}) of `, name(organization), ` stops working on ${at(expiresAt)}.`],
      ["Rotate it before that: the new key works at once, and the old one goes on for as long as you choose."],
    ],
    action: { label: "Rotate the key", url },
    note: "You get this mail as an admin of the organization.",
  }),
  two_factor_off: ({ name: person, at: time, ip }) => ({
    subject: "Two-factor sign-in was turned off",
    heading: "Two-factor sign-in was turned off",
    paragraphs: [
      ["Hello ", name(person), ","],
      [`Two-factor sign-in of your Sightline account was turned off on ${at(time)}${from(ip)}.`],
      ["From now on your password alone signs you in."],
    ],
    note: notYou,
  }),
  test: ({ organization, name: person, url }) => ({
    subject: "Test mail",
    heading: "Mails arrive",
    paragraphs: [
      ["Hello ", name(person), ","],
      ["You asked ", name(organization), " for a test mail. This is it: invitations and warnings will arrive as well."],
    ],
    action: { label: "Back to the mail settings", url },
    note: "Nobody else got this mail.",
  }),
};

function inDays(days: number): string {
  if (days < 1) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}

/**
 * What a mail says.
 * @throws Error when its link does not lead to this site.
 */
export function composeEmail(mail: Email): EmailContent {
  const write = composers[mail.kind] as (content: Email["content"]) => EmailContent;
  const emailContent = write(mail.content);
  const linked = emailContent.paragraphs
    .flat()
    .flatMap((part) => (typeof part === "object" && "link" in part ? part.link : []));
  const links = [...linked, ...(emailContent.action ? [emailContent.action.url] : [])];
  if (links.some((link) => new URL(link).origin !== new URL(env().BASE_URL).origin)) {
    throw new Error("The link of a mail leads to another site");
  }
  return emailContent;
}
