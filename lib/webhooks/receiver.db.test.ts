import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settleFeed } from "@/e2e/fixtures/events";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { freePort } from "@/e2e/fixtures/servers";
import { changeAlert } from "@/lib/alerts/change";
import { addAlert } from "@/lib/alerts/create";
import type { Context } from "@/lib/auth/context";
import { deliverWebhooks } from "./deliver";
import { readDeliveries } from "./reads";
import { repeatDelivery } from "./resend";
import { webhookCreateSchema } from "./schema";
import { signatureHeaders } from "./sign";
import { addWebhook, rotateSigningSecret } from "./writes";

const program = join(process.cwd(), "docs/receiver/receiver.mjs");
const id = "event_01k9t0w5a7f0gs3m5h1v2c4x6z";

let organization: TestOrganization;
let ctx: Context;
let folder: string;
let port: number;
let secret: string;
let webhookId: string;
let child: ChildProcess;
let printed: string[];
let errors: string;

beforeEach(async () => {
  organization = await createTestOrganization();
  ctx = await organization.context();
  folder = await mkdtemp(join(tmpdir(), "receiver-"));
  port = await freePort();
  const url = `http://127.0.0.1:${port}/sightline`;
  const created = await addWebhook(
    ctx,
    webhookCreateSchema.parse({ url, event_types: ["alert.created", "alert.status_changed"] }),
  );
  secret = created.secret;
  webhookId = created.webhook.id;
  await start();
});
afterEach(async () => {
  child.kill("SIGKILL");
  await rm(folder, { recursive: true });
});

const eventsFile = () => join(folder, "events.ndjson");
const run = () => deliverWebhooks({ organizationIds: [organization.id] });

async function start() {
  child = spawn(process.execPath, [program], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port), EVENTS_FILE: eventsFile() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  printed = [];
  errors = "";
  child.stdout?.on("data", (data: Buffer) => printed.push(...String(data).trim().split("\n")));
  child.stderr?.on("data", (data: Buffer) => {
    errors += data;
  });
  await expect.poll(() => errors).toContain("Listening on");
}

async function stop(): Promise<unknown> {
  child.kill("SIGTERM");
  const [code] = await once(child, "close");
  return code;
}

async function raise(): Promise<string> {
  const camera = await organization.camera();
  const alert = await addAlert(ctx, {
    camera_id: camera.id,
    use_case: "intrusion",
    status: "open",
    severity: "high",
    title: "Zaun Süd",
    media: [],
    tags: [],
    metadata: {},
  });
  return alert.id;
}

/** Sends a signed event about an alert, and returns the status of the reply. */
async function sendSigned(version: number, eventId = id): Promise<number> {
  const data = { alert: { id: "alert_1", version } };
  const body = JSON.stringify({ type: "alert.status_changed", timestamp: new Date().toISOString(), data });
  const headers = signatureHeaders(eventId, new Date(), body, [secret]);
  return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
}

describe("the receiver in docs/receiver", () => {
  it("handles an alert's events once and in order, also after being repeated and restarted", async () => {
    const alert = await raise();
    for (const status of ["acknowledged", "resolved"] as const) {
      await changeAlert(
        ctx,
        alert,
        status === "resolved" ? { status, disposition: "true_positive" } : { status },
        null,
      );
    }
    await settleFeed();
    await run();
    await expect.poll(() => printed.length).toBe(3);
    expect(printed.map((line) => line.split(" ").slice(1))).toEqual([
      ["alert.created", alert, "1"],
      ["alert.status_changed", alert, "2"],
      ["alert.status_changed", alert, "3"],
    ]);
    const stored = (await readFile(eventsFile(), "utf8")).trim().split("\n");
    expect(stored.map((line) => JSON.parse(line).id)).toEqual(printed.map((line) => line.split(" ")[0]));

    expect(await stop()).toBe(0);
    await start();
    const { data } = await readDeliveries(ctx, webhookId, { limit: 10 });
    for (const delivery of data) await repeatDelivery(ctx, webhookId, delivery.id);
    await run();
    const after = (await readDeliveries(ctx, webhookId, { limit: 10 })).data;
    expect(after.map(({ state, attempts }) => [state, attempts])).toEqual(after.map(() => ["delivered", 2]));
    await stop();
    expect(printed).toEqual([]);
  });

  it("verifies deliveries during a rotation with the previous secret", async () => {
    await rotateSigningSecret(ctx, webhookId);
    const alert = await raise();
    await settleFeed();
    await run();
    await expect.poll(() => printed.join()).toContain(alert);
  });

  it("skips an event that is older than the last one of its alert, and rejects unsigned ones", async () => {
    expect(await sendSigned(3)).toBe(204);
    expect(await sendSigned(2, id.replace("event_01", "event_02"))).toBe(204);
    await expect.poll(() => errors).toContain("is outdated and was skipped");
    await expect.poll(() => printed).toHaveLength(1);
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
    expect(forged.status).toBe(401);
    const large = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "x".repeat(1_048_577) });
    expect(large.status).toBe(413);
  });

  it("answers a request that is arriving when it is stopped", async () => {
    const body = JSON.stringify({ type: "alert.created", data: { alert: { id: "alert_1", version: 1 } } });
    const headers = { ...signatureHeaders(id, new Date(), body, [secret]), "content-length": body.length };
    const sending = request(`http://127.0.0.1:${port}/`, { method: "POST", headers });
    const reply = once(sending, "response");
    sending.on("error", () => {});
    sending.write(body.slice(0, 10));
    await expect.poll(() => sendSigned(1, "event_x")).toBe(204);
    const stopped = stop();
    // New requests are refused from now on.
    await expect.poll(() => sendSigned(1, "event_y").catch(() => "refused")).toBe("refused");
    sending.end(body.slice(10));
    const [response] = await reply;
    response.resume();
    expect([response.statusCode, await stopped]).toEqual([204, 0]);
    expect(printed.join()).toContain(id);
  });

  it("removes a line that a crash cut off", async () => {
    await sendSigned(1);
    const whole = await readFile(eventsFile(), "utf8");
    await stop();
    await writeFile(eventsFile(), `${whole}{"id":"event_cut","eve`);
    await start();
    expect(await sendSigned(2, "event_next")).toBe(204);
    const lines = (await readFile(eventsFile(), "utf8")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([id, "event_next"]);
  });
});
