import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalog } from "@/lib/api/catalog";
import { successStatuses } from "@/lib/api/responses";
import { errorCodes } from "@/lib/errors";
import { errorsOf, transportErrors } from "@/lib/http/operation";
import { doors } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { provocationOf, type Scene, sceneOf, successOf, type TroubledServers } from "../fixtures/problems";
import { noteComplete, statusesOf } from "../fixtures/seen";
import { documentedSentences } from "../fixtures/sentences";
import { type Door, freePort } from "../fixtures/servers";

const [{ url }] = doors;
const failures = catalog.flatMap((operation) =>
  errorsOf(operation).map((code) => [operation.id, code, operation] as const),
);
const successes = catalog.flatMap((operation) =>
  successStatuses(operation).map((status) => [operation.id, status, operation] as const),
);
let servers: Door[] = [];
let troubled: TroubledServers;
let provoked = 0;

beforeAll(async () => {
  const tables = new URL(process.env.DATABASE_URL ?? "");
  tables.searchParams.set("search_path", "nowhere");
  const nobody = new URL(process.env.DATABASE_URL ?? "");
  nobody.port = String(await freePort());
  servers = await Promise.all([
    startApiServer({ RATE_LIMIT_KEY: "6", RATE_LIMIT_ORGANIZATION: "6", REDIS_URL: "" }),
    startApiServer({ DATABASE_URL: nobody.href }),
    startApiServer({ DATABASE_URL: tables.href }),
    startApiServer({ SMTP_URL: "smtp://127.0.0.1:1" }),
  ]);
  const [limited = "", away = "", broken = "", emailing = ""] = servers.map((server) => server.url);
  troubled = { limited, away, broken, emailing };
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  const pairs = catalog.reduce((sum, operation) => sum + statusesOf(operation).length, 0);
  console.log(
    `statuses: ${catalog.length} operations, ${provoked} of ${failures.length + successes.length} causes provoked for ${failures.length} codes and ${pairs} statuses`,
  );
  if (provoked === failures.length + successes.length) noteComplete();
});

describe("every documented reply of every operation", () => {
  it.each(failures)("%s answers %s when there is cause", async (_, code, operation) => {
    const provoke = provocationOf(operation, code);
    expect(provoke, `say in e2e/fixtures/problems.ts how ${operation.id} comes to ${code}`).toBeDefined();
    const scene: Scene = await sceneOf(operation, url(), troubled);
    const reply = await provoke?.(scene);
    provoked += 1;
    const { status } = errorCodes[code];
    expect({ status: reply?.status, body: reply?.json }).toMatchObject({ status, body: { code, status } });
    const isOAuth = operation.form && !transportErrors.includes(code);
    expect(reply?.headers.get("content-type")).toBe(isOAuth ? "application/json" : "application/problem+json");
    const { detail, error_description: sentence = detail } = (reply?.json ?? {}) as Record<string, string>;
    expect(
      documentedSentences(operation, code).some((pattern) => pattern.test(sentence ?? "")),
      sentence,
    ).toBe(true);
    if (["rate_limited", "unavailable", "idempotency_in_progress"].includes(code)) {
      expect(reply?.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
  });

  it.each(successes)("%s answers %i when all is well", async (_, status, operation) => {
    const succeed = successOf(operation, status);
    expect(succeed, `say in e2e/fixtures/problems.ts how ${operation.id} comes to ${status}`).toBeDefined();
    const reply = await succeed?.(await sceneOf(operation, url(), troubled));
    provoked += 1;
    expect({ status: reply?.status, text: reply?.status === status ? "" : reply?.text }).toEqual({ status, text: "" });
  });
});
