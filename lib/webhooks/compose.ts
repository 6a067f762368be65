import { type SQL, sql } from "drizzle-orm";
import type { OrganizationId } from "@/lib/auth/context";
import { unseal } from "@/lib/auth/seal";
import { type EventRow, toEvent } from "@/lib/events/feed";
import { DELETED_EVENT, type WebhookBody, type WebhookKind } from "@/lib/values";
import type { DeliverySource, EventCamera, FormattedRequest } from "./formats/format";
import { webhookFormats } from "./formats/formats";
import { signatureHeaders } from "./sign";

const USER_AGENT = "Sightline-Webhooks/1.0";
/** The maximum number of characters of a body. Only templates that repeat long values reach it. */
const MAX_BODY = 262_144;
/** What previews and logs show instead of a stored secret. */
const HIDDEN = "••••••••";
/** The URL in previews. No body contains the URL. */
export const PREVIEW_URL = "https://example.com";

/** The columns of a webhook that determine its requests, as `destinationColumns` selects them. */
export type DestinationRow = {
  webhook_id: string;
  kind: WebhookKind;
  url: Buffer;
  body: WebhookBody;
  template: unknown;
  channel: string | null;
  credential: Buffer | null;
  headers: Buffer | null;
  secret: Buffer;
  previous_secret: Buffer | null;
};

/** The SQL of a `DestinationRow` of `webhooks w`. */
export const destinationColumns = sql.raw(
  `w.id as webhook_id, w.kind, w.url, w.body, w.template, w.channel, w.credential, w.headers, w.secret,
    case when w.previous_secret_until > now() then w.previous_secret end as previous_secret`,
);

/** An event as `sourceOf` selects it: with the camera it is about, and the organization. */
export type SourceRow = EventRow & { camera: EventCamera | null; organization: DeliverySource["organization"] };

/**
 * Returns the SQL expression of an event's `SourceRow` as JSON, or null if the event was deleted.
 * @param event the SQL expression of the event's UUID.
 */
export const sourceOf = (organizationId: OrganizationId, event: SQL): SQL => sql`(
  select to_jsonb(e) - 'organization_id' || jsonb_build_object(
    'organization', (select jsonb_build_object('name', o.name, 'slug', o.slug) from organizations o
      where o.id = ${organizationId}),
    'camera', (select jsonb_build_object('name', k.name, 'external_id', k.external_id, 'site', s.name)
      from cameras k left join sites s on s.organization_id = ${organizationId} and s.id = k.site_id
      where k.organization_id = ${organizationId}
        and k.id = case when e.type like 'camera.%' then e.subject_id
          when e.type like 'alert.%' then (e.data -> 'alert' ->> 'camera_id')::uuid end))
  from events e where e.organization_id = ${organizationId} and e.id = ${event} and e.type <> ${DELETED_EVENT})`;

/** Returns the context to which a webhook's sealed values are bound. */
export const webhookSealContext = ({ organizationId }: { organizationId: OrganizationId }, uuid: string) =>
  `${organizationId}/${uuid}`;

/** Converts an event's row to the source of a delivery. */
export function toDeliverySource(organizationId: OrganizationId, row: SourceRow): DeliverySource {
  return { event: toEvent({ organizationId }, row), camera: row.camera, organization: row.organization };
}

/** A request of a delivery, ready to be sent. */
export interface ComposedRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Returns the request that delivers an event to a webhook, with its signature.
 * @param messageId the message that earlier events of the subject created, or null.
 * @throws Error if a stored secret can't be opened, or the body is too large.
 */
export function composeRequest(
  organizationId: OrganizationId,
  row: DestinationRow,
  source: DeliverySource,
  messageId: string | null,
  at: Date,
): ComposedRequest {
  const place = webhookSealContext({ organizationId }, row.webhook_id);
  const open = (purpose: string, value: Buffer | null) => (value === null ? null : unseal(purpose, place, value));
  const { kind, template, channel } = row;
  const written = webhookFormats[kind].write(
    {
      url: unseal("webhook-url", place, row.url),
      body: row.body,
      template,
      channel,
      credential: open("webhook-credential", row.credential),
      messageId,
    },
    source,
  );
  const body = JSON.stringify(written.body);
  if (body.length > MAX_BODY) throw new Error("The body is too large");
  const secrets = [row.secret, row.previous_secret].flatMap((secret) => open("webhook-secret", secret) ?? []);
  const added = JSON.parse(open("webhook-headers", row.headers) ?? "{}") as Record<string, string>;
  return {
    url: written.url,
    headers: {
      ...added,
      "content-type": "application/json",
      "user-agent": USER_AGENT,
      ...written.headers,
      ...signatureHeaders(source.event.id, at, body, secrets),
    },
    body,
  };
}

/** Returns the body of a delivery as people may see it, without the credential. */
export function shownBody(
  { kind, ...row }: Pick<DestinationRow, "kind" | "body" | "template" | "channel">,
  source: DeliverySource,
): string {
  const credential = kind === "pagerduty" ? HIDDEN : null;
  const destination = { ...row, url: PREVIEW_URL, credential, messageId: null };
  const { body }: FormattedRequest = webhookFormats[kind].write(destination, source);
  return JSON.stringify(body);
}
