import { parseAsStringLiteral } from "nuqs/server";
import type { BadgeTone } from "@/components/ui/badge";
import { type MailKind, type MailState, mailStates } from "@/lib/values";

export const mailLabels: Record<MailKind, string> = {
  email_verification: "Verify email",
  account_exists: "Account exists",
  invitation: "Invitation",
  password_reset: "New password",
  password_changed: "Password changed",
  key_expiring: "Key expires",
  two_factor_off: "Two-factor sign-in off",
  test: "Test mail",
};

export const stateWords: Record<MailState, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting", tone: "info" },
  sent: { label: "Sent", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  expired: { label: "Expired", tone: "neutral" },
};

/** What the address of the page says. */
export const mailSearch = { state: parseAsStringLiteral(mailStates) };
