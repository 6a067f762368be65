import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { isValidElement, type ReactElement } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import type { Block } from "@/components/docs/blocks";
import { guides } from "@/components/docs/guide-list";
import { BACKFILL_ALERTS, BACKFILL_DATA, BACKFILL_SCRIPT } from "@/components/docs/guides/backfill-sample";
import { codeSamples, type SnippetRequest } from "@/components/snippets/request-snippets";
import type { CodeSample } from "@/components/ui/code-block";
import { httpFile } from "@/lib/api/http-file";
import { send, servers } from "../fixtures/api";
import { consentTokens, decide, makeApp } from "../fixtures/oauth";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";
import { freePort } from "../fixtures/servers";

const [{ url }] = servers;
const run = promisify(execFile);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/**
 * The shell in which samples run as if they were pasted into a terminal. A rejected request stops the script, and
 * an endless stream is closed after 2 seconds.
 */
const SHELL = `set -euo pipefail
cd "$(mktemp -d)"
curl() { command curl -sS --fail-with-body --max-time 2 "$@" || [ $? = 28 ]; }
`;

/** Replaces the example of a webhook's URL, because creating a webhook looks up its host. */
const toLoopback = (sample: string) =>
  sample.replaceAll(/https:\/\/(?:example|slack)\.com\//g, "http://127.0.0.1:59999/");

interface Sample {
  request?: SnippetRequest;
  code?: string;
}

/** Returns a guide's samples in order. Samples are requests, and code blocks that begin with a shell command. */
function samplesOf(blocks: readonly Block[]): Sample[] {
  return blocks.flatMap((block): Sample[] => {
    const { request, code = "" } = isValidElement(block) ? (block as ReactElement<Sample>).props : {};
    if (request) return [{ request }];
    return /^(?:curl|export [A-Z_]+=\$\()/.test(code) ? [{ code }] : [];
  });
}

const readerOf = (baseUrl: string) => ({ baseUrl, signedIn: false, organizations: [], key: null });

/** Creates an organization with an alert and the demo's cameras, because the docs use their IDs. */
async function likeTheDemo(): Promise<TestOrganization> {
  const organization = await createTestOrganization();
  for (const externalId of ["rtm-dock-3-east", "rtm-main-gate"]) await organization.camera({ externalId });
  const body = { camera_id: "rtm-dock-3-east", use_case: "intrusion", status: "open" };
  await send(url(), "/alerts", { method: "POST", headers: await organization.bearer(), body });
  return organization;
}

const withSamples = guides.filter(({ sections }) =>
  sections(readerOf(url())).some(({ blocks }) => samplesOf(blocks).length > 0),
);

describe.each(withSamples.map((guide) => [guide.title, guide] as const))("samples in the guide %s", (_, guide) => {
  const samples = guide.sections(readerOf(url())).flatMap(({ blocks }) => samplesOf(blocks));
  const requests = samples.flatMap(({ request }) => (request ? [request] : []));
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const organization = await likeTheDemo();
    const key = await organization.key();
    const listed = await send(url(), "/alerts?limit=1", { headers: { Authorization: `Bearer ${key}` } });
    const [alert] = (listed.json as { data: { id: string }[] }).data;
    env = { ...process.env, SIGHTLINE_API_KEY: key, ALERT_ID: alert?.id };
  });

  const inShell = hasCurl && samples.length > 0;
  it.each(inShell ? ["curl"] : [])("run one after another when pasted into a shell with %s", async () => {
    const organization = await likeTheDemo();
    const key = await organization.key();
    const app = await makeApp(organization, url());
    const { access_token, refresh_token } = await consentTokens(organization, url(), app);
    const script = samples.map(({ request, code }) => code ?? codeSamples(request as SnippetRequest)[0]?.code);
    const { stderr } = await run("bash", ["-c", SHELL + toLoopback(script.join("\n"))], {
      env: {
        ...process.env,
        SIGHTLINE_API_KEY: key,
        SIGHTLINE_CLIENT_ID: app.app.client_id,
        SIGHTLINE_CLIENT_SECRET: app.client_secret,
        ACCESS_TOKEN: access_token,
        REFRESH_TOKEN: refresh_token,
      },
    });
    expect(stderr.replace(/curl: \(28\).*\n/g, "")).toBe("");
  });

  it.each(requests.map((request) => [`${request.method} ${new URL(request.url).pathname}`, request] as const))(
    "%s works in JavaScript",
    async (__, request) => {
      const sample = codeSamples(request).find(({ label }) => label === "JavaScript");
      await run(process.execPath, ["--input-type=module", "-e", toLoopback(sample?.code ?? "")], { env });
    },
  );
});

describe("the sample program that follows the event feed", () => {
  it("prints events as they happen", async () => {
    const organization = await likeTheDemo();
    const key = await organization.key();
    const blocks = guides.flatMap(({ sections }) => sections(readerOf(url())).flatMap((section) => section.blocks));
    const parts = blocks.map((block) => (isValidElement(block) ? (block as ReactElement<Sample>).props : {}));
    const program = parts.find(({ code }) => code?.startsWith("let lastId;"))?.code ?? "";
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      env: { ...process.env, SIGHTLINE_API_KEY: key },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const printed = new Promise<string>((done) => child.stdout.once("data", (data: Buffer) => done(String(data))));
    const body = { camera_id: "rtm-main-gate", use_case: "intrusion", status: "open" };
    const call = { method: "POST", headers: { Authorization: `Bearer ${key}` }, body };
    // The program may still be connecting, so alerts are created repeatedly until it prints an event.
    const timer = setInterval(() => void send(url(), "/alerts", call).catch(() => undefined), 200);
    try {
      expect(await printed).toMatch(/^alert\.created alert_\w{26}\n/);
    } finally {
      clearInterval(timer);
      child.kill();
    }
  });
});

interface LabeledBlock {
  label?: string;
  code?: string;
  samples?: CodeSample[];
}

/** Returns all labeled code blocks of the guides by label. */
function codeBlocks(): Map<string, LabeledBlock> {
  const blocks = guides.flatMap(({ sections }) => sections(readerOf(url())).flatMap((section) => section.blocks));
  const props = blocks.flatMap((block) => (isValidElement<LabeledBlock>(block) ? [block.props] : []));
  return new Map(props.flatMap((found) => (found.label ? [[found.label, found]] : [])));
}

const inJavaScript = (label: string) =>
  codeBlocks()
    .get(label)
    ?.samples?.find((sample) => sample.label === "JavaScript")?.code ?? "";

describe("the sample script that imports old alerts", () => {
  it("stores each alert once despite a lost reply, rate limiting, a second run, a camera added later and further lines", async () => {
    const organization = await likeTheDemo();
    const headers = await organization.bearer();
    const folder = await mkdtemp(join(tmpdir(), "backfill-"));
    const rows = Array.from({ length: BACKFILL_ALERTS }, (_, n) => ({
      camera_id: n === 4_320 ? "no-such-camera" : "rtm-main-gate",
      use_case: "intrusion",
      status: n % 2 === 0 ? "open" : "resolved",
      occurred_at: new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString(),
      dedup_key: `old-system/${n}`,
    }));
    const writeRows = (list: object[]) =>
      writeFile(join(folder, BACKFILL_DATA), list.map((row) => JSON.stringify(row)).join("\n"));
    await writeRows(rows);
    const flaky = await startFlakyProxy(url());
    try {
      const script = codeBlocks().get(BACKFILL_SCRIPT)?.code?.replaceAll(url(), flaky.url) ?? "";
      await writeFile(join(folder, BACKFILL_SCRIPT), script);
      const env = { ...process.env, SIGHTLINE_API_KEY: headers.Authorization?.slice("Bearer ".length) };
      const backfill = () => run(process.execPath, [BACKFILL_SCRIPT], { cwd: folder, env });
      for (const _ of ["the first run", "the second run"]) {
        const { stdout, stderr } = await backfill();
        expect(stdout).toMatch(/^9999 stored, 1 failed$/m);
        expect(stderr).toMatch(/^Line 4321: unknown_camera: .+\n$/);
      }
      expect(flaky.faults).toEqual({ limited: 1, lost: 1 });

      await organization.camera({ externalId: "no-such-camera" });
      expect((await backfill()).stdout).toMatch(/^10000 stored, 0 failed$/m);
      await writeRows([{ ...rows[0], dedup_key: "old-system/added" }, ...rows]);
      expect((await backfill()).stdout).toMatch(/^10001 stored, 0 failed$/m);
    } finally {
      flaky.close();
      await rm(folder, { recursive: true });
    }
    const listed = await send(url(), "/alerts?limit=1&include_total=true&occurred_before=2025-12-31T00:00:00Z", {
      headers,
    });
    expect(listed.json).toMatchObject({ total: BACKFILL_ALERTS + 1 });
  });
});

/** Starts a proxy that replies to the second request with 429 and drops the reply to the fourth. */
async function startFlakyProxy(target: string) {
  const faults = { limited: 0, lost: 0 };
  let count = 0;
  const proxy = createServer(async (request, response) => {
    count += 1;
    if (count === 2) {
      faults.limited += 1;
      response.writeHead(429, { "Retry-After": "1" }).end("{}");
      return;
    }
    const isLost = count === 4;
    const { authorization = "", "idempotency-key": key = "" } = request.headers;
    const headers = {
      Authorization: authorization,
      "Content-Type": "application/json",
      "Idempotency-Key": String(key),
    };
    const reply = await fetch(`${target}${request.url}`, { method: "POST", headers, body: await text(request) });
    const body = await reply.text();
    if (isLost) {
      faults.lost += 1;
      request.socket.destroy();
    } else {
      response.writeHead(reply.status, { "Content-Type": "application/json" }).end(body);
    }
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, faults, close: () => proxy.close() };
}

describe("the sample receiver of webhooks", () => {
  it("accepts signed deliveries and rejects changed ones", async () => {
    const organization = await likeTheDemo();
    const headers = await organization.bearer();
    const port = await freePort();
    const body = { url: `http://127.0.0.1:${port}/sightline`, event_types: ["alert.created"] };
    const created = await send(url(), "/webhooks", { method: "POST", headers, body });
    const { webhook, secret } = created.json as { webhook: { id: string }; secret: string };
    const code = codeBlocks().get("receiver.mjs")?.code ?? "";
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const printed = new Promise<string>((done) => child.stdout.once("data", (data: Buffer) => done(String(data))));
    try {
      const test = () => send(url(), `/webhooks/${webhook.id}/test`, { method: "POST", headers });
      await expect
        .poll(async () => (await test()).json, { timeout: 10_000 })
        .toMatchObject({ delivered: true, status: 204 });
      expect(await printed).toMatch(/^event_\w{26} alert\.created alert_\w{26} 1\n/);
      const forged = await fetch(body.url, { method: "POST", body: "{}", headers: { "webhook-signature": "v1,AAAA" } });
      expect(forged.status).toBe(401);
    } finally {
      child.kill();
    }
  });
});

describe("samples in the OAuth guide", () => {
  const callback = "https://app.example.com/callback";
  const program = (...parts: string[]) => ["--input-type=module", "-e", parts.join("\n")];

  async function makeOAuthApp() {
    const organization = await likeTheDemo();
    const app = await makeApp(organization, url(), {
      scopes: ["alerts:read", "cameras:read"],
      redirect_uris: [callback],
    });
    const secrets = { SIGHTLINE_CLIENT_ID: app.app.client_id, SIGHTLINE_CLIENT_SECRET: app.client_secret };
    return { organization, app, env: { ...process.env, ...secrets } };
  }

  it("get a token with client credentials and call the API with it", async () => {
    const { env } = await makeOAuthApp();
    const { stdout } = await run(
      process.execPath,
      program(inJavaScript("Get a token"), inJavaScript("Use the token")),
      { env },
    );
    expect(stdout).toMatch(/alerts:read/);
  });

  it("complete the authorization code flow with PKCE and get working tokens", async () => {
    const { organization, env } = await makeOAuthApp();
    const print = "console.log(JSON.stringify({ state, verifier, url }));";
    const samples = [inJavaScript("Verifier and challenge"), inJavaScript("Consent page"), print];
    const created = await run(process.execPath, program(...samples), { env });
    const { state, verifier, url: consentPage = "" } = JSON.parse(created.stdout) as Record<string, string>;
    const request = Object.fromEntries(new URL(consentPage).searchParams);
    const { redirect_to } = (await decide(organization, url(), request)).json as { redirect_to: string };
    const returned = new URL(redirect_to);
    expect(returned.origin + returned.pathname).toBe(callback);
    expect(returned.searchParams.get("state")).toBe(state);
    const given = { code: returned.searchParams.get("code"), verifier };
    const variables = `const { code, verifier } = ${JSON.stringify(given)};`;
    const { stdout } = await run(
      process.execPath,
      program(
        variables,
        inJavaScript("Exchange the code"),
        inJavaScript("Use the token"),
        'if (!refresh_token) throw new Error("no refresh token");',
      ),
      { env },
    );
    expect(stdout).toMatch(/alerts:read/);
  });
});

describe("the .http file", () => {
  const [head = "", ...requests] = httpFile().split(/^### /m);
  const [, type = ""] = /^@type = (.+)$/m.exec(head) ?? [];
  const complete = requests.filter((text) => !text.includes("_id}}") && !text.includes("text/event-stream"));

  it.each(complete.map((text) => [text.split("\n")[0], text] as const))("%s succeeds as written", async (_, text) => {
    const key = await (await likeTheDemo()).key();
    const [above = "", body] = toLoopback(text.replaceAll("{{SIGHTLINE_API_KEY}}", key).replaceAll("{{type}}", type))
      .trim()
      .split("\n\n");
    const [method = "", path = ""] = above.split("\n")[2]?.split(" {{base_url}}") ?? [];
    const headers = Object.fromEntries(
      above
        .split("\n")
        .slice(3)
        .map((line) => line.split(": ")),
    );
    const reply = await send(url(), path, { method, headers, body });
    expect({ status: reply.status < 300 ? "success" : reply.text }).toEqual({ status: "success" });
  });
});
