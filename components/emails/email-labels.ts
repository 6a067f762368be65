import { choiceParam, defineSearch } from "@/components/list/search-codec";
import type { BadgeTone } from "@/components/ui/badge";
import { type EmailKind, type EmailState, emailStates } from "@/lib/values";

export const emailKindLabels: Record<EmailKind, string> = {
  email_verification: "Verify email",
  account_exists: "Account exists",
  invitation: "Invitation",
  password_reset: "New password",
  password_changed: "Password changed",
  key_expiring: "Key expires",
  two_factor_off: "Two-factor sign-in off",
  webhook_failing: "Webhook failing",
  webhook_disabled: "Webhook disabled",
  test: "Test email",
};

export const emailStateLabels: Record<EmailState, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting", tone: "notice" },
  sent: { label: "Sent", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  expired: { label: "Expired", tone: "neutral" },
};

/** The URL parameters of the emails page. */
export const emailSearch = defineSearch({ state: choiceParam(emailStates) });
