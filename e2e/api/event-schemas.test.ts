import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeAlert } from "@/lib/alerts/change";
import { addAlert } from "@/lib/alerts/create";
import { type AlertCreate, alertCreateSchema } from "@/lib/alerts/schema";
import type { Context } from "@/lib/auth/context";
import { actAsSystem } from "@/lib/auth/system";
import { addCamera } from "@/lib/cameras/create";
import { recordHeartbeat } from "@/lib/cameras/heartbeat";
import { cameraCreateSchema } from "@/lib/cameras/schema";
import { changeCamera, markCameraArchived } from "@/lib/cameras/update";
import { encodeId } from "@/lib/db/ids";
import { readEvents } from "@/lib/events/reads";
import type { Event } from "@/lib/events/schema";
import { warnOrganization } from "@/lib/keys/warn";
import { addKey, endKey, replaceKey } from "@/lib/keys/writes";
import { addNote } from "@/lib/notes/writes";
import { DAY_MS } from "@/lib/time";
import { type EventType, eventTypes } from "@/lib/values";
import { bodyComponents } from "@/lib/webhooks/bodies";
import { deliverWebhooks } from "@/lib/webhooks/deliver";
import { webhookCreateSchema } from "@/lib/webhooks/schema";
import { sendTestDelivery } from "@/lib/webhooks/send-test";
import { addWebhook } from "@/lib/webhooks/writes";
import { send, servers } from "../fixtures/api";
import { type EventValidator, eventValidators } from "../fixtures/event-schemas";
import { settleFeed } from "../fixtures/events";
import { contextOf, createTestOrganization, type TestOrganization } from "../fixtures/organization";
import { startWebhookReceiver, type WebhookReceiver } from "../fixtures/webhook-receiver";

const [{ url }] = servers;

interface Body {
  type: EventType;
  data: Record<string, unknown>;
}

interface ServedSchema {
  $defs: Record<string, { properties: object }>;
}

async function raiseAlertEvents(organization: TestOrganization, ctx: Context): Promise<void> {
  const { id: camera_id } = await organization.camera();
  const assignee_id = encodeId("user", (await organization.person("support")).id);
  const input: AlertCreate = alertCreateSchema.parse({ camera_id, use_case: "intrusion", dedup_key: "gate" });
  const { id } = await addAlert(ctx, input);
  await addAlert(ctx, input);
  await addAlert(ctx, alertCreateSchema.parse({ camera_id, use_case: "intrusion", title: "Person at the gate" }));
  const texts = { title: "Two people", description: "At the east gate" };
  await changeAlert(ctx, id, { ...texts, severity: "low", tags: ["a"], metadata: { zone: 4 }, assignee_id }, null);
  await changeAlert(ctx, id, { comment: "Seen" }, null);
  await changeAlert(ctx, id, { status: "acknowledged", comment: "The guard is on the way." }, null);
  const closing = { disposition: "other", disposition_reason: "A delivery van" } as const;
  await changeAlert(ctx, id, { status: "dismissed", ...closing }, null);
  await changeAlert(ctx, id, { status: "open" }, null);
  await addNote(ctx, id, { body: "Nothing found." });
}

async function raiseCameraEvents(organization: TestOrganization, ctx: Context): Promise<void> {
  const camera = await addCamera(ctx, cameraCreateSchema.parse({ name: "North gate" }));
  await recordHeartbeat(ctx, camera.id);
  const site_id = (await organization.site()).id;
  const change = {
    ...{ name: "South gate", external_id: "south-gate", site_id, stream_url: "rtsp://user:word@camera.example/1" },
    ...{ manufacturer: "Axis", model: "P1", mac_address: "00:1a:2b:3c:4d:5e", ip_address: "192.0.2.17" },
    ...{ timezone: "Europe/Berlin", latitude: 53.5, longitude: 9.9, tags: ["a"], use_cases: ["intrusion"] },
    ...{ heartbeat_timeout_s: 600, offline_grace_s: 0, enabled: false },
  };
  await changeCamera(ctx, camera.id, change, null);
  const none = { external_id: null, site_id: null, stream_url: null, timezone: null, latitude: null, longitude: null };
  await changeCamera(ctx, camera.id, { ...none, enabled: true }, null);
  await markCameraArchived(ctx, camera.id, null);
}

async function raiseKeyEvents(admin: Context): Promise<void> {
  const input = { name: "Gate sensors", scopes: ["alerts:write" as const] };
  const replaced = await addKey(admin, { ...input, expires_at: null });
  const { key } = await replaceKey(admin, replaced.key.id, 3_600);
  await endKey(admin, key.id);
  await addKey(admin, { ...input, expires_at: new Date(Date.now() + 3 * DAY_MS).toISOString() });
  const system = await actAsSystem(admin.organizationId);
  if (system) await warnOrganization(system);
}

describe("every event type", () => {
  const schemas = new Map<string, ServedSchema>();
  let closed: Record<EventType, EventValidator>;
  let feed: Event[];
  const receivers: Record<"full" | "thin" | "gone", WebhookReceiver> = Object.create(null);

  const bodiesOf = ({ received }: WebhookReceiver) => received.map(({ text }) => JSON.parse(text) as Body);
  const problemsOf = (list: readonly Body[], validate: (one: Body) => string[]) =>
    list.flatMap((one) => validate(one).map((problem) => `${one.type}: ${problem}`));
  const seenTypes = (list: readonly Pick<Body, "type">[]) =>
    eventTypes.filter((one) => list.some(({ type }) => type === one));

  beforeAll(async () => {
    for (const type of eventTypes) {
      schemas.set(type, (await send(url(), `/events/schemas/${type}`)).json as ServedSchema);
    }
    closed = eventValidators({ closed: true, schemaOf: (type) => schemas.get(type) });
    const organization = await createTestOrganization();
    const ctx = await organization.context();
    Object.assign(receivers, {
      full: await startWebhookReceiver(),
      thin: await startWebhookReceiver(),
      gone: await startWebhookReceiver(() => 410),
    });
    const webhooks = [
      { url: receivers.full.url },
      { url: receivers.thin.url, body: "thin" },
      { url: receivers.gone.url, description: "Gone", event_types: ["key.revoked"] },
    ];
    const [full] = await Promise.all(webhooks.map((input) => addWebhook(ctx, webhookCreateSchema.parse(input))));
    await raiseAlertEvents(organization, ctx);
    await raiseCameraEvents(organization, ctx);
    await raiseKeyEvents(await contextOf(await organization.person("admin"), organization));
    // The second run delivers the event that the 410 reply caused.
    for (let run = 0; run < 2; run += 1) {
      await settleFeed();
      await deliverWebhooks({ organizationIds: [ctx.organizationId] });
    }
    feed = (await readEvents(ctx, { limit: 100 })).data;
    await sendTestDelivery(ctx, full?.webhook.id ?? "");
  });
  afterAll(async () => {
    for (const receiver of Object.values(receivers)) await receiver.stop();
  });

  it("happens, and its data in the feed has exactly the fields of its JSON Schema", () => {
    expect(seenTypes(feed)).toEqual(eventTypes);
    expect(problemsOf(feed, ({ type, data }) => closed[type].data(data))).toEqual([]);
  });

  it("is delivered with exactly the fields of its JSON Schema, as is the example that a test sends", () => {
    expect(seenTypes(bodiesOf(receivers.full))).toEqual(eventTypes);
    expect(problemsOf(bodiesOf(receivers.full), (body) => closed[body.type].full(body))).toEqual([]);
    expect(bodiesOf(receivers.full).filter(({ data }) => data.test === true)).toHaveLength(1);
  });

  it("is delivered with exactly the fields of the JSON Schema of thin bodies", () => {
    expect(seenTypes(bodiesOf(receivers.thin))).toEqual(eventTypes);
    expect(problemsOf(bodiesOf(receivers.thin), (body) => closed[body.type].thin(body))).toEqual([]);
  });

  it("can have every field that its JSON Schema describes", () => {
    const changed = (type: EventType) => {
      const lists = feed.filter((event) => event.type === type).map(({ data }) => Object.keys(data.changes ?? {}));
      return [...new Set(lists.flat())].toSorted();
    };
    const documented = (type: EventType, component: string) =>
      Object.keys(schemas.get(type)?.$defs[component]?.properties ?? {}).toSorted();
    const alerts = [...changed("alert.updated"), ...changed("alert.status_changed")];
    expect([...new Set(alerts)].toSorted()).toEqual(documented("alert.updated", "AlertChanges"));
    expect(changed("camera.updated")).toEqual(documented("camera.updated", "CameraChanges"));
    for (const type of eventTypes) {
      const { properties } = schemas.get(type)?.$defs[bodyComponents(type).data] ?? { properties: {} };
      const seen = new Set(feed.filter((event) => event.type === type).flatMap(({ data }) => Object.keys(data)));
      expect([type, ...seen, "test"].toSorted()).toEqual([type, ...Object.keys(properties)].toSorted());
    }
  });
});
