import { type AlertCreate, alertCreateSchema, alertMediaCreateSchema, MAX_METADATA_BYTES } from "@/lib/alerts/schema";
import { pastTimestampSchema } from "@/lib/http/wire";
import type { PagerDutySeverity, Severity } from "@/lib/values";
import type { PagerDutyEvent, PagerDutyPayload } from "./schema";

/** The use case of events that name neither a class nor a component. */
const DEFAULT_USE_CASE = "pagerduty";
const MAX_TITLE = 200;
const MAX_USE_CASE = 64;
const MAX_MEDIA = 10;
/** Maximum characters of each text in metadata that exceeds its size. */
const MAX_SHORTENED = 2_000;
/** Bytes for the names `custom_details` and `truncated` with their punctuation. */
const NAMES_BYTES = 64;

const severityOf: Record<PagerDutySeverity, Severity> = {
  critical: "critical",
  error: "high",
  warning: "medium",
  info: "info",
};

/**
 * Returns the alert of a trigger event. What the event has beyond an alert's limits is shortened instead of
 * rejected, because a lost alert is worse than a shortened one.
 */
export function alertOfEvent(event: PagerDutyEvent, payload: PagerDutyPayload, dedupKey: string): AlertCreate {
  const { summary, source, severity, timestamp } = payload;
  const occurredAt = pastTimestampSchema.safeParse(timestamp).data;
  return alertCreateSchema.parse({
    camera_id: source,
    use_case: namedUseCase(payload),
    severity: severityOf[severity],
    title: shorten(summary, MAX_TITLE),
    ...(summary.length > MAX_TITLE && { description: summary }),
    ...(occurredAt !== undefined && { occurred_at: occurredAt }),
    dedup_key: dedupKey,
    media: mediaOf(event),
    metadata: metadataOf(event, payload, occurredAt === undefined),
  });
}

function namedUseCase(payload: PagerDutyPayload): string {
  const names = [payload.class, payload.component].map(toUseCase);
  return names.find((name) => name !== "") ?? DEFAULT_USE_CASE;
}

/** Returns text as a use case, such as `cpu_load_5m` for `CPU load (5m)`. Empty if no character can be part of one. */
function toUseCase(text: string | null | undefined): string {
  const plain = (text ?? "").slice(0, MAX_SHORTENED).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[a-z0-9-]+/g) ?? []).join("_").slice(0, MAX_USE_CASE);
}

function mediaOf({ images }: PagerDutyEvent) {
  const media = (images ?? []).map(({ src }) => alertMediaCreateSchema.safeParse({ type: "image", url: src }).data);
  return media.filter((one) => one !== undefined).slice(0, MAX_MEDIA);
}

/** Returns everything of the event that an alert has no field for. */
function metadataOf(event: PagerDutyEvent, payload: PagerDutyPayload, isTimeUnused: boolean): Record<string, unknown> {
  const about = withoutEmpty({
    class: payload.class,
    component: payload.component,
    group: payload.group,
    client: event.client,
    client_url: event.client_url,
    timestamp: isTimeUnused ? payload.timestamp : null,
    links: event.links,
    images: event.images,
  });
  const { custom_details: details } = payload;
  const whole = { ...about, ...withoutEmpty({ custom_details: details }) };
  if (bytesOf(whole) <= MAX_METADATA_BYTES) return whole;
  const kept = fitInto(MAX_METADATA_BYTES / 2, about);
  const room = MAX_METADATA_BYTES - bytesOf(kept) - NAMES_BYTES;
  const isObject = typeof details === "object" && details !== null && !Array.isArray(details);
  const rest = isObject ? { custom_details: fitInto(room, details) } : fitInto(room, { custom_details: details });
  return { ...kept, ...withoutEmpty(rest), truncated: true };
}

/** Returns the fields that fit into a number of bytes as JSON, with long texts shortened. */
function fitInto(bytes: number, fields: object): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  let left = bytes;
  for (const [name, value] of Object.entries(fields)) {
    const field = { [name]: typeof value === "string" ? shorten(value, MAX_SHORTENED) : (value as unknown) };
    const size = bytesOf(field);
    if (size > left) continue;
    left -= size;
    kept.push([name, field[name]]);
  }
  return Object.fromEntries(kept);
}

function withoutEmpty(fields: object): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Returns text with at most `max` UTF-16 units. It never ends with half a character, which can't be stored. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
