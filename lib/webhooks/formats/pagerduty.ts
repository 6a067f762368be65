import type { AlertStatus, PagerDutySeverity, pagerDutyActions, Severity } from "@/lib/values";
import type { Format } from "./format";
import { describeEvent } from "./message";

const actions: Record<AlertStatus, (typeof pagerDutyActions)[number]> = {
  open: "trigger",
  acknowledged: "acknowledge",
  resolved: "resolve",
  dismissed: "resolve",
};
const severityNames: Record<Severity, PagerDutySeverity> = {
  critical: "critical",
  high: "error",
  medium: "warning",
  low: "info",
  info: "info",
};

/** PagerDuty's Events API v2. An incident follows the alert, whose ID is the `dedup_key`. */
export const pagerDutyFormat: Format = {
  eventTypes: ["alert.created", "alert.status_changed", "alert.reoccurred"],
  write: ({ url, credential }, source) => {
    const { event, camera } = source;
    const alert = event.data.alert as { status?: AlertStatus; use_case?: string } | undefined;
    const event_action = actions[alert?.status ?? "open"];
    const target = { routing_key: credential, dedup_key: event.subject.id, event_action };
    if (event_action !== "trigger") return { url, body: target };
    const { title, url: link, severity, facts } = describeEvent(source);
    const payload = {
      summary: camera ? `${title} (${camera.name})` : title,
      source: camera?.external_id ?? camera?.name ?? source.organization.name,
      severity: severityNames[severity],
      timestamp: event.created_at,
      component: camera?.name,
      group: camera?.site ?? undefined,
      class: alert?.use_case,
      custom_details: Object.fromEntries(facts.map(({ label, value }) => [label, value])),
    };
    const links = [{ href: link, text: "Open in Sightline" }];
    return { url, body: { ...target, payload, client: "Sightline", client_url: link, links } };
  },
};
