import { env } from "@/lib/env";
import { subjectPath } from "@/lib/events/subject-path";
import type { AlertStatus, CameraStatus, EventType, Severity } from "@/lib/values";
import type { DeliverySource } from "./format";

/** An event in words, for chats. No text is escaped yet. */
export interface Message {
  title: string;
  /** One sentence about what happened. */
  line: string;
  /** The address of the subject in the portal. */
  url: string;
  severity: Severity;
  facts: { label: string; value: string }[];
}

/** The alert of an event, with the fields that its snapshot has. */
interface AlertSnapshot {
  use_case?: string;
  severity?: Severity;
  status?: AlertStatus;
  title?: string | null;
}
interface EventData {
  alert?: AlertSnapshot;
  camera?: { name?: string };
  key?: { name?: string };
  webhook?: { description?: string };
  note?: { body?: string };
  changes?: Record<string, unknown>;
  to?: CameraStatus;
  reason?: string;
  days?: number;
  test?: boolean;
}

// A Slack section holds 3,000 characters, and escaping makes one character up to five. Discord's titles hold 256
// characters, and Markdown's escaping doubles some.
const MAX_TITLE = 120;
const MAX_LINE = 400;

const words = (name: string) => name.replaceAll("_", " ");
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const clip = (text: string, max: number) =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;

const statusVerbs: Record<AlertStatus, string> = {
  open: "Reopened",
  acknowledged: "Acknowledged",
  resolved: "Resolved",
  dismissed: "Dismissed",
};

const lines: Record<EventType, (data: EventData, actor: string) => string> = {
  "alert.created": () => "New alert",
  "alert.updated": ({ changes }, actor) =>
    `${actor} changed ${Object.keys(changes ?? {})
      .map(words)
      .join(", ")}`,
  "alert.status_changed": ({ alert }, actor) => `${statusVerbs[alert?.status ?? "open"]} by ${actor}`,
  "alert.note_added": ({ note }, actor) => `${actor} added a note: ${note?.body ?? ""}`,
  "alert.reoccurred": () => "Reported again",
  "camera.created": (_, actor) => `${actor} added this camera`,
  "camera.updated": ({ changes }, actor) =>
    `${actor} changed ${Object.keys(changes ?? {})
      .map(words)
      .join(", ")}`,
  "camera.archived": (_, actor) => `${actor} archived this camera`,
  "camera.status_changed": ({ to, reason }) => `Now ${to}${reason ? `: ${words(reason)}` : ""}`,
  "key.created": (_, actor) => `${actor} created this API key`,
  "key.expiring": ({ days }) => (days === 1 ? "This API key expires in 1 day" : `This API key expires in ${days} days`),
  "key.revoked": (_, actor) => `${actor} revoked this API key`,
  "webhook.disabled": () => "This webhook was disabled, because its server didn't accept deliveries",
};

const cameraSeverities: Partial<Record<CameraStatus, Severity>> = { offline: "high", degraded: "medium" };

/** Describes an event in words. */
export function describeEvent({ event, camera, organization }: DeliverySource): Message {
  const data = event.data as EventData;
  const { alert } = data;
  const title =
    alert?.title ||
    (alert?.use_case && capitalized(words(alert.use_case))) ||
    camera?.name ||
    data.camera?.name ||
    data.key?.name ||
    data.webhook?.description ||
    event.subject.id;
  const facts = [
    { label: "Severity", value: alert?.severity && capitalized(alert.severity) },
    { label: "Status", value: alert?.status && capitalized(alert.status) },
    { label: "Camera", value: alert && camera?.name },
    { label: "Site", value: camera?.site },
    { label: "Use case", value: alert?.use_case && capitalized(words(alert.use_case)) },
  ];
  return {
    title: clip(data.test ? `Test from Sightline: ${title}` : title, MAX_TITLE),
    line: clip(lines[event.type](data, event.actor.name), MAX_LINE),
    url: `${env().BASE_URL}${subjectPath(organization.slug, event.subject)}`,
    severity: alert?.severity ?? (data.to && cameraSeverities[data.to]) ?? "info",
    facts: facts.flatMap(({ label, value }) => (value ? [{ label, value: clip(value, MAX_TITLE) }] : [])),
  };
}

/** The colors of severities in chats, as RGB. */
export const severityColors: Record<Severity, number> = {
  critical: 0xd92d20,
  high: 0xe2661d,
  medium: 0xd4a106,
  low: 0x2e77d0,
  info: 0x7a8494,
};

/** Escapes the characters that begin formatting, a link or a mention in Markdown. */
export const escapeMarkdown = (text: string) => text.replace(/[\\`*_~|[\]<>#]/g, "\\$&");
