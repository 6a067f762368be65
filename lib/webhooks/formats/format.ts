import type { Event } from "@/lib/events/schema";
import type { EventType, WebhookBody } from "@/lib/values";

/** The camera of an event of an alert or a camera. */
export interface EventCamera {
  name: string;
  external_id: string | null;
  site: string | null;
}

/** What a delivery is made from. */
export interface DeliverySource {
  event: Event;
  camera: EventCamera | null;
  organization: { name: string; slug: string };
}

/** The settings of a webhook that determine its requests. */
interface Destination {
  url: string;
  body: WebhookBody;
  template: unknown;
  channel: string | null;
  /** The integration key or bot token, or null if the format needs none. */
  credential: string | null;
  /** The message that earlier events of the same subject created there, or null. */
  messageId: string | null;
}

/** A request as a format writes it. Its body is JSON, and its headers are added to those of every delivery. */
export interface FormattedRequest {
  url: string;
  headers?: Record<string, string>;
  body: unknown;
}

/** What a reply means. */
export interface FormatReply {
  delivered: boolean;
  /** The message that the request created or changed. Null if it no longer exists. Undefined if nothing is known. */
  messageId?: string | null;
}

/** How events become requests for one kind of receiver. */
export interface Format {
  /** The event types that receivers of this kind understand, or null for all. */
  eventTypes: readonly EventType[] | null;
  write(destination: Destination, source: DeliverySource): FormattedRequest;
  /** Interprets a reply. Without it, every 2xx status means success. */
  readReply?(destination: Pick<Destination, "channel">, status: number, text: string): FormatReply;
}
