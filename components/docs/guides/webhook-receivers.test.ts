import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/fixtures/servers";
import type { Event } from "@/lib/events/schema";
import { createOutboundClient } from "@/lib/outbound/client";
import { createPolicy } from "@/lib/outbound/policy";
import type { WebhookBody } from "@/lib/values";
import { shownBody } from "@/lib/webhooks/compose";
import { mintSigningSecret, signatureHeaders } from "@/lib/webhooks/sign";
import { receiverSample, verificationSamples } from "./webhook-samples";

const folder = join(process.cwd(), "docs/receiver");
/** Long, because Go and C# compile their standard library on the first run. */
const START_TIMEOUT_MS = 180_000;

interface Receiver {
  label: string;
  command: string;
  args: string[];
  /** Prints the language's version, which must be at least `major` if that is set. */
  probe: string[];
  major?: number;
}

const receivers: Receiver[] = [
  { label: "The complete receiver", command: process.execPath, args: ["receiver.mjs"], probe: ["--version"] },
  {
    label: "TypeScript",
    command: process.execPath,
    args: ["--import", "tsx", "verify/verify.ts"],
    probe: ["--version"],
  },
  { label: "Python", command: "python3", args: ["verify/verify.py"], probe: ["--version"] },
  { label: "Go", command: "go", args: ["run", "verify/verify.go"], probe: ["version"] },
  { label: "Java", command: "java", args: ["verify/Verify.java"], probe: ["--version"] },
  { label: "C#", command: "dotnet", args: ["run", "verify/Verify.cs"], probe: ["--version"], major: 10 },
];

const secret = mintSigningSecret();
const other = mintSigningSecret();
const id = "event_01k9t0w5a7f0gs3m5h1v2c4x6z";
const event: Event = {
  id,
  type: "alert.created",
  created_at: "2026-01-31T12:00:00.000Z",
  actor: { kind: "api_key", id: "key_01k9t0w5a7f0gs3m5h1v2c4x6z", name: "Ingest" },
  subject: { kind: "alert", id: "alert_01k9t0w5a7f0gs3m5h1v2c4x6z" },
  data: { alert: { id: "alert_01k9t0w5a7f0gs3m5h1v2c4x6z", version: 1, title: "Zaun Süd: 人 “{}” \\u0000" } },
};
const source = { event, camera: null, organization: { name: "Acme", slug: "acme" } };
const bodyOf = (body: WebhookBody) => shownBody({ kind: "generic", body, template: null, channel: null }, source);
const body = bodyOf("full");

interface Delivery {
  headers: Record<string, string | undefined>;
  body: string;
}

function delivery(secrets: readonly string[], { atS = 0, headers = {}, sent = body } = {}): Delivery {
  const at = new Date(Date.now() + atS * 1_000);
  return { headers: { ...signatureHeaders(id, at, body, secrets), ...headers }, body: sent };
}

const without = (name: string) => delivery([secret], { headers: { [name]: undefined } });
const signatureOf = () => signatureHeaders(id, new Date(), body, [secret])["webhook-signature"];

/** Deliveries with the status that a receiver with `secret` must reply. */
const cases: Record<string, [status: number, delivery: () => Delivery]> = {
  "a valid delivery": [204, () => delivery([secret])],
  "a valid thin delivery": [
    204,
    () => {
      const thin = bodyOf("thin");
      return { headers: signatureHeaders(id, new Date(), thin, [secret]), body: thin };
    },
  ],
  "during rotation, with the new secret": [204, () => delivery([secret, other])],
  "during rotation, with the old secret": [204, () => delivery([other, secret])],
  "four minutes old": [204, () => delivery([secret], { atS: -240 })],
  "another secret": [401, () => delivery([other])],
  "two other secrets": [401, () => delivery([other, mintSigningSecret()])],
  "a changed body": [401, () => delivery([secret], { sent: `${body} ` })],
  "a changed ID": [401, () => delivery([secret], { headers: { "webhook-id": `${id.slice(0, -1)}0` } })],
  "six minutes old": [401, () => delivery([secret], { atS: -360 })],
  "six minutes in the future": [401, () => delivery([secret], { atS: 360 })],
  "an invalid timestamp": [401, () => delivery([secret], { headers: { "webhook-timestamp": "now" } })],
  "no ID": [401, () => without("webhook-id")],
  "no timestamp": [401, () => without("webhook-timestamp")],
  "no signature": [401, () => without("webhook-signature")],
  "an empty signature": [401, () => delivery([secret], { headers: { "webhook-signature": "v1," } })],
  "a signature of another version": [
    401,
    () => delivery([secret], { headers: { "webhook-signature": signatureOf().replace("v1,", "v2,") } }),
  ],
  "a signature without a version": [
    401,
    () => delivery([secret], { headers: { "webhook-signature": signatureOf().replace("v1,", "") } }),
  ],
};

const running: ChildProcess[] = [];
afterEach(() => {
  // Ends the process group, because `go run` and `dotnet run` start the program as their child.
  for (const { pid, exitCode } of running.splice(0)) if (pid && exitCode === null) process.kill(-pid, "SIGKILL");
});

async function start({ command, args }: Receiver): Promise<string> {
  const port = await freePort();
  const child = spawn(command, args, {
    cwd: folder,
    detached: true,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port), GOTOOLCHAIN: "local", GO111MODULE: "off" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.push(child);
  let output = "";
  child.stderr?.on("data", (data: Buffer) => {
    output += data;
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${output}`);
    await sleep(100);
  }
  return `http://127.0.0.1:${port}/`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });
}

/** Returns why a receiver can't run on this machine, or an empty text. */
function whyNot({ command, probe, major = 0 }: Receiver): string {
  const { status, stdout } = spawnSync(command, probe, { encoding: "utf8" });
  if (status !== 0) return ` (skipped: ${command} isn't installed)`;
  return Number.parseInt(stdout, 10) < major ? ` (skipped: ${command} is older than version ${major})` : "";
}

describe("the receivers in the guide to webhooks", () => {
  for (const receiver of receivers) {
    const reason = whyNot(receiver);
    it.skipIf(reason !== "")(
      `accept and reject the right deliveries: ${receiver.label}${reason}`,
      async () => {
        const url = await start(receiver);
        const client = createOutboundClient({ policy: createPolicy(["127.0.0.0/8"]) });
        const replies: Record<string, unknown> = {};
        for (const [name, [, make]] of Object.entries(cases)) {
          const { headers, body: sent } = make();
          const present = Object.fromEntries(Object.entries(headers).filter((entry) => entry[1] !== undefined));
          const outcome = await client.send({
            url,
            method: "POST",
            headers: { "content-type": "application/json", ...(present as Record<string, string>) },
            body: sent,
          });
          replies[name] = "status" in outcome ? outcome.status : outcome.fault;
        }
        await client.close();
        expect(replies).toEqual(Object.fromEntries(Object.entries(cases).map(([name, [status]]) => [name, status])));
      },
      START_TIMEOUT_MS,
    );
  }

  it("are the ones that this test runs", () => {
    const labels = verificationSamples().map(({ label }) => label);
    expect(labels).toEqual(receivers.slice(1).map(({ label }) => label));
    expect(receiverSample()).toContain("timingSafeEqual");
  });
});
