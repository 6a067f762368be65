import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalog } from "@/lib/api/catalog";
import { successStatuses } from "@/lib/api/responses";
import { errorsOf } from "@/lib/http/operation";
import { servers } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { documentedStatuses, recordComplete } from "../fixtures/coverage";
import {
  createScenario,
  type FaultyServers,
  findOtherSuccess,
  findProvocation,
  type ProblemScenario,
} from "../fixtures/problems";
import { documentedSentences, expectedError, sentenceOf } from "../fixtures/sentences";
import { freePort, type TestServer } from "../fixtures/servers";

const [{ url }] = servers;
const failures = catalog.flatMap((operation) =>
  errorsOf(operation).map((code) => [operation.id, code, operation] as const),
);
const successes = catalog.flatMap((operation) =>
  successStatuses(operation).map((status) => [operation.id, status, operation] as const),
);
let startedServers: TestServer[] = [];
let faulty: FaultyServers;
let provoked = 0;

beforeAll(async () => {
  const tables = new URL(process.env.DATABASE_URL ?? "");
  tables.searchParams.set("search_path", "nowhere");
  const stranger = new URL(process.env.DATABASE_URL ?? "");
  stranger.port = String(await freePort());
  startedServers = await Promise.all([
    startApiServer({ RATE_LIMIT_KEY: "6", RATE_LIMIT_ORGANIZATION: "6", REDIS_URL: "" }),
    startApiServer({ DATABASE_URL: stranger.href }),
    startApiServer({ DATABASE_URL: tables.href }),
    startApiServer({ SMTP_URL: "smtp://127.0.0.1:1" }),
  ]);
  const [limited = "", away = "", broken = "", emailing = ""] = startedServers.map((server) => server.url);
  faulty = { limited, away, broken, emailing };
});

afterAll(async () => {
  await Promise.all(startedServers.map((server) => server.stop()));
  const pairs = catalog.reduce((sum, operation) => sum + documentedStatuses(operation).length, 0);
  console.log(
    `statuses: ${catalog.length} operations, ${provoked} of ${failures.length + successes.length} causes provoked for ${failures.length} codes and ${pairs} statuses`,
  );
  if (provoked === failures.length + successes.length) recordComplete();
});

describe("every documented response of every operation", () => {
  it.each(failures)("%s returns %s when provoked", async (_, code, operation) => {
    const provoke = findProvocation(operation, code);
    expect(provoke, `say in e2e/fixtures/problems.ts how ${operation.id} comes to ${code}`).toBeDefined();
    const scenario: ProblemScenario = await createScenario(operation, url(), faulty);
    const reply = await provoke?.(scenario);
    provoked += 1;
    const { status, type, body } = expectedError(operation, code);
    expect({ status: reply?.status, body: reply?.json }).toMatchObject({ status, body });
    expect(reply?.headers.get("content-type")).toBe(type);
    const sentence = sentenceOf(reply?.json);
    expect(
      documentedSentences(operation, code).some((pattern) => pattern.test(sentence)),
      sentence,
    ).toBe(true);
    if (["rate_limited", "unavailable", "idempotency_in_progress"].includes(code)) {
      expect(reply?.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
  });

  it.each(successes)("%s returns %i on success", async (_, status, operation) => {
    const succeed = findOtherSuccess(operation, status);
    expect(succeed, `say in e2e/fixtures/problems.ts how ${operation.id} comes to ${status}`).toBeDefined();
    const reply = await succeed?.(await createScenario(operation, url(), faulty));
    provoked += 1;
    expect({ status: reply?.status, text: reply?.status === status ? "" : reply?.text }).toEqual({ status, text: "" });
  });
});
