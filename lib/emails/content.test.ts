import { describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { emailKinds } from "@/lib/values";
import { composeEmail } from "./content";
import { renderEmail } from "./templates";
import type { Email, EmailPayloads } from "./writes";

const url = `${env().BASE_URL}/somewhere?a=1&b=2`;
const time = "2026-11-28T09:30:00.000Z";
const failing: EmailPayloads["webhook_failing"] = {
  organization: "Harbour",
  webhook: "hooks.example.com",
  description: "Night shift",
  since: time,
  pending: 1_200,
  reply: { status: 503, text: "down", meaning: "The server replied with an error." },
  url,
};
const contents: EmailPayloads = {
  email_verification: { url, expiresAt: time },
  account_exists: { name: "Ingrid", url, resetUrl: `${env().BASE_URL}/forgot-password` },
  invitation: { organization: "Harbour", invitedBy: "Ingrid", role: "viewer", url, expiresAt: time },
  password_reset: { name: "Ingrid", url, expiresAt: time },
  password_changed: { name: "Ingrid", at: time, ip: "192.0.2.7" },
  key_expiring: { organization: "Harbour", key: "Gateway", label: "sl_key_ab…wxyz", expiresAt: time, days: 7, url },
  two_factor_off: { name: "Ingrid", at: time, ip: null },
  webhook_failing: failing,
  webhook_disabled: { ...failing, isGone: false },
  test: { organization: "Harbour", name: "Ingrid", url },
};
const mailOf = (kind: keyof EmailPayloads) => ({ kind, to: "a@example.test", content: contents[kind] }) as Email;

describe("email content", () => {
  it.each(emailKinds)("has the same text in HTML and plain text: %s", async (kind) => {
    const mail = await renderEmail(mailOf(kind));
    expect(mail.subject).toMatch(/^\S.{5,76}$/);
    expect(mail.html).not.toMatch(/undefined|null|\[object/);
    expect(mail.text).not.toMatch(/undefined|null|\[object|<\w/);
    const words = mail.html
      .replace(/<(?:style|title)[\s\S]*?<\/(?:style|title)>|<!--[\s\S]*?-->/g, "")
      .replace(/<[^>]+>/g, "");
    for (const line of mail.text.split("\n").filter((text) => text && text !== "-- " && !text.endsWith(":"))) {
      expect(words.replaceAll("&amp;", "&").replaceAll("&#x27;", "'")).toContain(line);
    }
    expect(mail.url === null || mail.html.includes(`href="${mail.url.replaceAll("&", "&amp;")}"`)).toBe(true);
  });

  it.each([
    [30, "in 30 days"],
    [1, "tomorrow"],
    [0, "today"],
  ])("says that a key with %i days left expires %s", (days, words) => {
    const mail: Email = { kind: "key_expiring", to: "a@example.test", content: { ...contents.key_expiring, days } };
    expect(composeEmail(mail).subject).toBe(`The API key Gateway expires ${words}`);
  });

  it("shortens a long name to keep the subject short", () => {
    const content = { ...contents.invitation, invitedBy: "😀".repeat(400) };
    const { subject } = composeEmail({ kind: "invitation", to: "a@example.test", content });
    expect(subject.length).toBeLessThan(140);
    expect(subject.isWellFormed()).toBe(true);
  });

  it("shows times in UTC", () => {
    expect(composeEmail(mailOf("password_reset")).note).toContain("28 November 2026 at 09:30 UTC");
  });
});
