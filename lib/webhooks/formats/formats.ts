import type { WebhookKind } from "@/lib/values";
import { discordFormat } from "./discord";
import type { Format } from "./format";
import { genericFormat } from "./generic";
import { pagerDutyFormat } from "./pagerduty";
import { slackFormat } from "./slack";
import { teamsFormat } from "./teams";
import { templateFormat } from "./template";

/** The formats of webhooks by kind. */
export const webhookFormats: Record<WebhookKind, Format> = {
  generic: genericFormat,
  slack: slackFormat,
  teams: teamsFormat,
  pagerduty: pagerDutyFormat,
  discord: discordFormat,
  template: templateFormat,
};
