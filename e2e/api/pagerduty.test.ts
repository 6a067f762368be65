import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Alert } from "@/lib/alerts/schema";
import { mintKey } from "@/lib/auth/key";
import { database } from "@/lib/db/client";
import { MAX_BODY_BYTES } from "@/lib/limits";
import { type ApiReply, send, servers } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { findSecrets } from "../fixtures/canary";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";
import type { TestServer } from "../fixtures/servers";

const PATH = "/compat/pagerduty/v2/enqueue";
const invalid = { status: "invalid event", message: "Event object is invalid" };

let organization: TestOrganization;
let camera: { id: string; externalId: string };
let key: string;
let url: string;

beforeEach(async () => {
  url = servers[0].url();
  organization = await createTestOrganization();
  camera = await organization.camera();
  key = await organization.key(["alerts:write"]);
});

/** Sends an event as PagerDuty's clients do: without an `Authorization` header, and with their `Accept`. */
const enqueue = (event: unknown, headers: Record<string, string> = {}, server = url): Promise<ApiReply> =>
  send(server, PATH, {
    method: "POST",
    body: event,
    headers: { Accept: "application/vnd.pagerduty+json;version=2", ...headers },
  });

const payload = () => ({ summary: "Person at dock 3", source: camera.externalId, severity: "error" });
const triggerEvent = <T extends object>(more?: T) => ({
  routing_key: key,
  event_action: "trigger",
  payload: payload(),
  ...(more as T),
});

async function alerts(): Promise<Alert[]> {
  const reply = await send(url, "/alerts", { headers: await organization.bearer() });
  return (reply.json as { data: Alert[] }).data;
}

async function onlyAlert(): Promise<Alert> {
  const [alert, ...more] = await alerts();
  expect(more).toEqual([]);
  if (!alert) throw new Error("There is no alert.");
  return alert;
}

describe.each(servers)("PagerDuty events through $name", (server) => {
  beforeEach(() => {
    url = server.url();
  });

  it("create, repeat, acknowledge and resolve one alert, and then a new one", async () => {
    const event = triggerEvent({ dedup_key: "dock-3/intrusion" });
    const receipt = { status: "success", message: "Event processed", dedup_key: "dock-3/intrusion" };
    const first = await enqueue(event);
    expect([first.status, first.json]).toEqual([202, receipt]);
    expect(await onlyAlert()).toMatchObject({ status: "open", severity: "high", title: "Person at dock 3" });

    await enqueue(event);
    expect(await onlyAlert()).toMatchObject({ occurrence_count: 2 });

    for (const [event_action, status] of [
      ["acknowledge", "acknowledged"],
      ["acknowledge", "acknowledged"],
      ["resolve", "resolved"],
      ["resolve", "resolved"],
      ["acknowledge", "resolved"],
    ]) {
      const reply = await enqueue({ routing_key: key, event_action, dedup_key: "dock-3/intrusion" });
      expect([reply.status, reply.json]).toEqual([202, receipt]);
      expect((await onlyAlert()).status).toBe(status);
    }
    await enqueue(event);
    expect((await alerts()).map(({ status }) => status)).toEqual(["open", "resolved"]);
  });

  it("get 400 in PagerDuty's format for a key that isn't valid", async () => {
    const disabled = await createTestOrganization({ apiAccess: false });
    const wrongKeys = [mintKey(), "e93facc04764012d7bfb002500d5d1a6", "", null, 7, undefined];
    for (const routing_key of wrongKeys) {
      const reply = await enqueue(triggerEvent({ routing_key }));
      expect([reply.status, reply.json]).toEqual([
        400,
        { ...invalid, errors: [expect.stringMatching(/^'routing_key': Send an active Sightline API key/)] },
      ]);
      expect(reply.headers.get("ratelimit-policy")).toMatch(/^"address"/);
    }
    const closed = await enqueue(triggerEvent({ routing_key: await disabled.key() }));
    expect([closed.status, closed.json]).toEqual([400, { ...invalid, errors: [expect.stringMatching(/^API access/)] }]);
    const unscoped = await enqueue(triggerEvent({ routing_key: await organization.key(["alerts:read"]) }));
    expect([unscoped.status, unscoped.json]).toEqual([
      400,
      { ...invalid, errors: [expect.stringMatching(/needs the scope alerts:write/)] },
    ]);
    expect(await alerts()).toEqual([]);
  });

  it("get 413 for a body that is too large, before it is read", async () => {
    const reply = await enqueue(triggerEvent({ client: "x".repeat(MAX_BODY_BYTES) }));
    expect([reply.status, reply.json]).toEqual([413, { ...invalid, errors: [expect.stringMatching(/256 KB/)] }]);
  });
});

describe("a trigger event", () => {
  it("fills the alert's fields and keeps everything else in its metadata", async () => {
    const event = triggerEvent({
      client: "Vendor",
      client_url: "https://vendor.example",
      links: [{ href: "https://vendor.example/1", text: "The event" }],
      images: [{ src: "https://vendor.example/1.jpg", alt: "Dock" }, { src: "http://vendor.example/2.jpg" }],
      payload: {
        ...payload(),
        source: camera.id,
        severity: "warning",
        timestamp: "2026-01-31T13:00:00.000+0100",
        class: "Zone entry (night)",
        component: "detector",
        group: "docks",
        custom_details: { zone: "gate-4" },
      },
      unknown_field: 1,
    });
    const { json } = await enqueue(event);
    const { dedup_key } = json as { dedup_key: string };
    expect(dedup_key).toMatch(/^[0-9a-f]{32}$/);
    expect(await onlyAlert()).toMatchObject({
      camera_id: camera.id,
      use_case: "zone_entry_night",
      severity: "medium",
      title: "Person at dock 3",
      description: null,
      occurred_at: "2026-01-31T12:00:00.000Z",
      dedup_key,
      media: [{ type: "image", url: "https://vendor.example/1.jpg" }],
      metadata: {
        class: "Zone entry (night)",
        component: "detector",
        group: "docks",
        client: "Vendor",
        client_url: "https://vendor.example",
        links: event.links,
        images: event.images,
        custom_details: { zone: "gate-4" },
      },
    });
  });

  it.each([
    [{}, "pagerduty"],
    [{ component: "Dock Sensor" }, "dock_sensor"],
    [{ class: "侵入", component: null }, "pagerduty"],
    [{ class: "Éclairage_1" }, "eclairage_1"],
    [{ class: "x".repeat(100) }, "x".repeat(64)],
  ])("with %j has the use case %s", async (more, useCase) => {
    await enqueue(triggerEvent({ payload: { ...payload(), ...more } }));
    expect((await onlyAlert()).use_case).toBe(useCase);
  });

  it.each(["not a time", "2026-01-31T12:00:00", "2999-01-01T00:00:00Z"])(
    "with the timestamp %s happened now",
    async (timestamp) => {
      const before = Date.now();
      await enqueue(triggerEvent({ payload: { ...payload(), timestamp } }));
      const alert = await onlyAlert();
      expect(Date.parse(alert.occurred_at)).toBeGreaterThanOrEqual(before - 1_000);
      expect(alert.metadata).toEqual({ timestamp });
    },
  );

  it("with long texts is shortened instead of rejected", async () => {
    const summary = `${"x".repeat(198)}🏭🏭${"y".repeat(800)}`;
    const custom_details = { firing: "🏭".repeat(20_000), short: "kept", list: "z".repeat(9_000).split("") };
    const reply = await enqueue(triggerEvent({ payload: { ...payload(), summary, custom_details } }));
    expect(reply.status).toBe(202);
    expect(await onlyAlert()).toMatchObject({
      title: `${"x".repeat(198)}…`,
      description: summary,
      metadata: { truncated: true, custom_details: { firing: expect.stringMatching(/^(?:🏭)+…$/u), short: "kept" } },
    });
  });

  it.each([
    ["a summary", { summary: " " }, "'payload.summary': Must not be empty."],
    [
      "a known severity",
      { severity: "fatal" },
      "'payload.severity': Send one of `critical`, `error`, `warning`, `info`.",
    ],
    ["a source", { source: undefined }, "'payload.source': This field is required."],
    [
      "a camera of the organization",
      { source: "nowhere" },
      expect.stringMatching(/^'payload\.source': Your organization/),
    ],
  ])("without %s gets 400 that says what to send", async (_, more, sentence) => {
    const reply = await enqueue(triggerEvent({ payload: { ...payload(), ...more } }));
    expect([reply.status, reply.json]).toEqual([400, { ...invalid, errors: [sentence] }]);
  });

  it("without a payload, an action or valid JSON gets 400", async () => {
    const noPayload = await enqueue(triggerEvent({ payload: undefined }));
    expect(noPayload.json).toEqual({ ...invalid, errors: ["'payload': This field is required."] });
    const noAction = await enqueue(triggerEvent({ event_action: undefined }));
    expect(noAction.json).toEqual({ ...invalid, errors: ["'event_action': This field is required."] });
    const broken = await enqueue(`{"routing_key":"${key}",`);
    expect([broken.status, broken.json]).toEqual([
      400,
      {
        status: "Unrecognized object",
        message: "Event object format is unrecognized",
        errors: [expect.stringMatching(/^Not valid JSON at line 1/)],
      },
    ]);
  });
});

describe("events to acknowledge or resolve", () => {
  it("are accepted and ignored if there is no alert with their dedup key", async () => {
    for (const event_action of ["acknowledge", "resolve"]) {
      const reply = await enqueue({
        routing_key: key,
        event_action,
        dedup_key: "unknown",
        payload: { severity: "ok" },
      });
      expect([reply.status, reply.json]).toMatchObject([202, { dedup_key: "unknown" }]);
    }
    expect(await alerts()).toEqual([]);
  });

  it("don't change another organization's alert", async () => {
    await enqueue(triggerEvent({ dedup_key: "shared" }));
    const other = await (await createTestOrganization()).key();
    await enqueue({ routing_key: other, event_action: "resolve", dedup_key: "shared" });
    expect((await onlyAlert()).status).toBe("open");
  });

  it("need a dedup key of at most 255 characters", async () => {
    const reply = await enqueue({ routing_key: key, event_action: "resolve" });
    expect([reply.status, reply.json]).toMatchObject([
      400,
      { errors: ["'dedup_key': Send the `dedup_key` of the alert's trigger event."] },
    ]);
    const invisible = await enqueue(triggerEvent({ dedup_key: "\u200b" }));
    expect([invisible.status, invisible.json]).toMatchObject([
      400,
      { errors: ["'dedup_key': Must contain a visible character."] },
    ]);
    const long = await enqueue(triggerEvent({ dedup_key: "x".repeat(256) }));
    expect([long.status, long.json]).toMatchObject([400, { errors: ["'dedup_key': At most 255 characters."] }]);
  });
});

describe("the routing key", () => {
  it("may be in the header X-Routing-Key, which takes precedence", async () => {
    const other = await (await createTestOrganization()).key();
    const reply = await enqueue(triggerEvent({ routing_key: other }), { "X-Routing-Key": key });
    expect(reply.status).toBe(202);
    expect((await onlyAlert()).camera_id).toBe(camera.id);
    expect((await enqueue(triggerEvent(), { "X-Routing-Key": "wrong" })).status).toBe(400);
  });

  it("takes precedence over an Authorization header, which PagerDuty's clients may send for PagerDuty", async () => {
    expect((await enqueue(triggerEvent(), { Authorization: "Token token=abc" })).status).toBe(202);
  });

  it("is in no reply and in no stored row", async () => {
    const unscoped = await organization.key(["alerts:read"]);
    const foreign = "e93facc04764012d7bfb002500d5d1a6";
    const replies = [
      await enqueue(triggerEvent()),
      await enqueue(triggerEvent({ payload: {} })),
      await enqueue(triggerEvent({ routing_key: unscoped })),
      await enqueue(triggerEvent({ routing_key: foreign, payload: {} }), { "X-Routing-Key": key }),
      await enqueue(`{"routing_key":"${key}"`, { "X-Routing-Key": key }),
      await send(url, `${PATH}?routing_key=${foreign}`, { method: "POST", body: triggerEvent() }),
    ];
    const rows = () => database().sql<{ row: string; code: string | null }[]>`
      select to_json(r)::text as row, code from requests r where organization_id = ${organization.id} order by id`;
    await expect.poll(async () => (await rows()).length).toBe(replies.length);
    expect((await rows()).map(({ code }) => code)).toEqual([
      null,
      "validation_failed",
      "insufficient_scope",
      "validation_failed",
      "invalid_json",
      "validation_failed",
    ]);
    const stored = await database().sql<{ row: string }[]>`
      select to_json(a)::text as row from alerts a where organization_id = ${organization.id}
      union all select to_json(e)::text from events e where organization_id = ${organization.id}`;
    expect(stored.length).toBe(2);
    const secrets = new Map([
      ["key", key],
      ["key without the scope", unscoped],
      ["another system's key", foreign],
    ]);
    const texts = [...(await rows()), ...stored].map(({ row }) => row);
    const heads = replies.map(({ headers, text }) => `${JSON.stringify([...headers])}${text}`);
    expect(findSecrets(secrets, "replies and rows", [...texts, ...heads].join("\n"))).toEqual([]);
    expect(texts.join("\n")).toContain("routing_key");
  });
});

describe("the rate limit of events", () => {
  let limited: TestServer;
  beforeAll(async () => {
    limited = await startApiServer({
      RATE_LIMIT_KEY: "12",
      RATE_LIMIT_ORGANIZATION: "18",
      REDIS_URL: "",
      TRUSTED_PROXY_HOPS: "1",
    });
  });
  afterAll(() => limited?.stop());

  const throttled = {
    status: "throttle exceeded",
    message: "Requests for this service are arriving too quickly. Please retry later.",
  };

  it("applies to each key, and then to the IP address of requests without a valid key", async () => {
    const ask = (event: unknown) => enqueue(event, { "X-Forwarded-For": "192.0.2.77" }, limited.url);
    const event = triggerEvent({ dedup_key: "same" });
    expect([(await ask(event)).status, (await ask(event)).status]).toEqual([202, 202]);
    const reply = await ask(event);
    expect([reply.status, reply.json]).toEqual([
      429,
      { ...throttled, errors: [expect.stringMatching(/^This key sent more than 2 requests/)] },
    ]);
    expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);

    // Requests with a valid key haven't used the address's quota of three.
    const guesses = [];
    for (let n = 0; n < 4; n += 1) guesses.push((await ask(triggerEvent({ routing_key: mintKey() }))).status);
    expect(guesses).toEqual([400, 400, 400, 429]);
    const unread = await ask("{".repeat(1_000));
    expect([unread.status, unread.json]).toEqual([
      429,
      { ...throttled, errors: [expect.stringMatching(/^This address/)] },
    ]);
  });
});
