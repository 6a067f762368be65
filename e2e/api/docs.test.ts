import { execFile, spawn, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { isValidElement, type ReactElement } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import type { Block } from "@/components/docs/blocks";
import { guides } from "@/components/docs/guide-list";
import { codeSamples, type SnippetRequest } from "@/components/snippets/request-snippets";
import { httpFile } from "@/lib/api/http-file";
import { send, servers } from "../fixtures/api";
import { consentTokens, makeApp } from "../fixtures/oauth";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const [{ url }] = servers;
const run = promisify(execFile);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** A terminal of somebody who pastes: a refused request stops the script, an endless stream is left after a moment. */
const SHELL = `set -euo pipefail
cd "$(mktemp -d)"
curl() { command curl -sS --fail-with-body --max-time 2 "$@" || [ $? = 28 ]; }
`;

interface Sample {
  request?: SnippetRequest;
  code?: string;
}

/** The samples of a guide in their order: requests, and blocks that begin with a command for the shell. */
function samplesOf(blocks: readonly Block[]): Sample[] {
  return blocks.flatMap((block): Sample[] => {
    const { request, code = "" } = isValidElement(block) ? (block as ReactElement<Sample>).props : {};
    if (request) return [{ request }];
    return /^(?:curl|export [A-Z_]+=\$\()/.test(code) ? [{ code }] : [];
  });
}

const readerOf = (baseUrl: string) => ({ baseUrl, signedIn: false, organizations: [], key: null });

/** An organization with the cameras that the demo has and the docs use, and an alert. */
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

describe.each(withSamples.map((guide) => [guide.title, guide] as const))("the samples of the guide %s", (_, guide) => {
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
  it.each(inShell ? ["curl"] : [])("work when they are pasted into a shell with %s, one after the other", async () => {
    const organization = await likeTheDemo();
    const key = await organization.key();
    const app = await makeApp(organization, url());
    const { access_token, refresh_token } = await consentTokens(organization, url(), app);
    const script = samples.map(({ request, code }) => code ?? codeSamples(request as SnippetRequest)[0]?.code);
    const { stderr } = await run("bash", ["-c", SHELL + script.join("\n")], {
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
      await run(process.execPath, ["--input-type=module", "-e", sample?.code ?? ""], { env });
    },
  );
});

describe("the program that follows the feed", () => {
  it("prints what happens while it runs", async () => {
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
    // The program may still be connecting, so there is something new until it has printed.
    const timer = setInterval(() => void send(url(), "/alerts", call), 200);
    try {
      expect(await printed).toMatch(/^alert\.created alert_\w{26}\n/);
    } finally {
      clearInterval(timer);
      child.kill();
    }
  });
});

describe("the .http file", () => {
  const requests = httpFile().split(/^### /m).slice(1);
  const complete = requests.filter((text) => !text.includes("_id}}") && !text.includes("text/event-stream"));

  it.each(complete.map((text) => [text.split("\n")[0], text] as const))("%s works as it stands", async (_, text) => {
    const key = await (await likeTheDemo()).key();
    const [above = "", body] = text.replaceAll("{{SIGHTLINE_API_KEY}}", key).trim().split("\n\n");
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
