import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { typedClientSample } from "@/lib/api/client-sample";
import { send, servers } from "../fixtures/api";
import { createTestOrganization } from "../fixtures/organization";

const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
const [{ url }] = servers;

/**
 * Every statement after `@ts-expect-error` has a type error. If the compiler doesn't report one, the compilation
 * fails.
 */
const misuse = `import createClient from "openapi-fetch";
import type { paths } from "./sightline";

const { GET, POST, PATCH } = createClient<paths>();

// @ts-expect-error there is no such path
await GET("/alarms");
// @ts-expect-error the path parameter is missing
await GET("/alerts/{id}", {});
// @ts-expect-error there is no such filter
await GET("/alerts", { params: { query: { shade: "red" } } });
// @ts-expect-error there is no such status
await GET("/alerts", { params: { query: { status: ["closed"] } } });
// @ts-expect-error the use case is missing
await POST("/alerts", { body: { camera_id: "dock" } });
// @ts-expect-error there is no such severity
await POST("/alerts", { body: { camera_id: "dock", use_case: "x", severity: "red" } });
// @ts-expect-error a camera of a row is a string
await POST("/alerts/batch", { body: { alerts: [{ camera_id: 1, use_case: "x" }] } });
// @ts-expect-error tags are a list
await PATCH("/alerts/{id}", { params: { path: { id: "x" } }, body: { tags: "y" } });
// @ts-expect-error the list cannot be changed
await PATCH("/alerts", { body: { status: "open" } });
const alert = await GET("/alerts/{id}", { params: { path: { id: "x" } } });
// @ts-expect-error the reply may be a problem
alert.data.status;
// @ts-expect-error there is no such field in the reply
alert.data?.shade;
// @ts-expect-error there is no such error code
alert.error?.code === "unknown_kamera";
`;

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sightline-clients-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const document = (await send(url(), "/openapi.json")).text;
  writeFileSync(join(folder, "sightline.d.ts"), astToString(await openapiTS(document)));
  writeFileSync(join(folder, "client.ts"), typedClientSample(url()));
  writeFileSync(join(folder, "misuse.ts"), misuse);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/**
 * Compiles one file with this project's compiler options. Returns the compiler's errors, or an empty string if there
 * are none.
 */
async function compile(file: string): Promise<string> {
  const rules = { extends: join(root, "tsconfig.json"), include: [], files: [file, "sightline.d.ts"] };
  const options = { incremental: false, paths: {}, types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
  const project = join(folder, `tsconfig.${file}.json`);
  writeFileSync(project, JSON.stringify({ ...rules, compilerOptions: options }));
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  return run(process.execPath, [tsc, "--noEmit", "-p", project]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

describe("a client with types generated from the OpenAPI document", () => {
  it("compiles under this project's TypeScript configuration", async () => {
    expect(await compile("client.ts")).toBe("");
  });

  it("fails to compile with a wrong path, parameter, field, value, or error code", async () => {
    expect(await compile("misuse.ts")).toBe("");
  });

  it("lists cameras, creates alerts singly and in a batch, updates one, and reads all pages", async () => {
    const organization = await createTestOrganization();
    await organization.camera();
    const { stdout } = await run(process.execPath, ["--import", "tsx", "client.ts"], {
      cwd: folder,
      env: { ...process.env, SIGHTLINE_API_KEY: await organization.key() },
    });
    expect(stdout).toMatch(/^0 alert_\w{26}\n1 Your organization has no camera .+\nacknowledged 1\n$/);
  });
});
