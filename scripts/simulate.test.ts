import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { alertCreateSchema } from "@/lib/alerts/schema";
import { mintKey } from "@/lib/auth/key";
import { createRandom } from "@/lib/demo/random";
import { readArguments } from "./simulate-arguments";
import { createDetector } from "./simulate-detections";
import { createPartner } from "./simulate-partner";
import { latencyPercentile } from "./simulate-tally";

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a server that sends these replies in sequence. `keys` contains the Idempotency-Key of each request. */
async function answering(replies: Reply[]): Promise<{ url: string; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  server = createServer((request, response) => {
    keys.push(request.headers["idempotency-key"]?.toString());
    request.resume().on("end", () => replies.shift()?.(response, request));
  });
  await new Promise<void>((ready) => server?.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => {
  return (response) =>
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
};
const hangUp: Reply = (_, request) => request.socket.destroy();

describe("the simulated partner", () => {
  test("retries with the same key after a broken connection, 503 or 429", async () => {
    const wait = { "Retry-After": "0" };
    const { url, keys } = await answering([
      hangUp,
      json(503, { code: "unavailable" }, wait),
      json(429, { code: "rate_limited" }, wait),
      json(201, { id: "alert_1" }),
    ]);
    const reasons: string[] = [];
    const partner = createPartner({ url, key: mintKey(), onRetry: (reason) => reasons.push(reason) });
    const { status, body } = await partner.post("/alerts", {});
    expect({ status, body }).toEqual({ status: 201, body: { id: "alert_1" } });
    expect(reasons).toEqual(["no_answer", "unavailable", "rate_limited"]);
    expect(keys.length).toBe(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\x21-\x7e]{1,255}$/);
  });

  test("waits for Retry-After with every request of the key", async () => {
    const { url } = await answering([
      json(429, { code: "rate_limited" }, { "Retry-After": "1" }),
      json(201, {}),
      json(201, {}),
    ]);
    const partner = createPartner({ url, key: mintKey() });
    const started = performance.now();
    const first = partner.post("/alerts", {});
    await new Promise((resume) => setTimeout(resume, 300));
    await Promise.all([first, partner.post("/alerts", {})]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });

  test("does not retry permanent errors", async () => {
    const { url, keys } = await answering([json(422, { code: "unknown_camera", detail: "No such camera." })]);
    const partner = createPartner({ url, key: mintKey() });
    await expect(partner.post("/alerts", {})).rejects.toMatchObject({ status: 422, code: "unknown_camera" });
    expect(keys.length).toBe(1);
  });

  test("gives up when the server does not reply in time", async () => {
    const partner = createPartner({ url: "http://127.0.0.1:1", key: mintKey(), giveUpAfterMs: 0 });
    await expect(partner.get("/me")).rejects.toMatchObject({ status: 0, code: "no_answer" });
  });
});

test("simulates valid alerts and repeats the dedup_key of ongoing ones", () => {
  const cameras = [
    { id: "camera_1", name: "Gate", external_id: "gate", use_cases: ["queue_length", "tailgating"] },
    { id: "camera_2", name: "Unknown view", external_id: null, use_cases: ["something_else"] },
  ];
  const detect = createDetector(createRandom(4), cameras);
  const list = Array.from({ length: 200 }, () => detect(new Date()));
  for (const alert of list) expect(alertCreateSchema.safeParse(alert).error?.issues).toBeUndefined();
  const keys = list.flatMap(({ dedup_key }) => (dedup_key ? [dedup_key] : []));
  expect(new Set(keys).size).toBeLessThan(keys.length);
});

describe("the simulator's command line", () => {
  const SIGHTLINE_API_KEY = mintKey();

  test("has defaults for everything except the key", () => {
    expect(readArguments([], { SIGHTLINE_API_KEY, PORT: "4000" })).toMatchObject({
      rate: 2,
      count: 300,
      url: "http://localhost:4000",
      key: SIGHTLINE_API_KEY,
    });
    expect(() => readArguments([], { DATA_DIR: "/nonexistent" })).toThrow("No API key");
  });

  test("runs without a count limit when given minutes or a count of 0", () => {
    expect(readArguments(["--minutes", "5"], { SIGHTLINE_API_KEY })).toMatchObject({ minutes: 5, count: Infinity });
    expect(readArguments(["--count", "0"], { SIGHTLINE_API_KEY })).toMatchObject({ count: Infinity });
  });

  test("accepts the site's or the API's URL and rejects invalid values", () => {
    const url = (text: string) => readArguments(["--url", text], { SIGHTLINE_API_KEY })?.url;
    expect(url("https://sightline.example/api/v1/")).toBe("https://sightline.example");
    expect(url("https://sightline.example/")).toBe("https://sightline.example");
    expect(() => url("sightline.example")).toThrow("--url");
    expect(() => readArguments(["--rate", "fast"], { SIGHTLINE_API_KEY })).toThrow("--rate must be a number");
    expect(() => readArguments(["--key", "sl_key_x"], {})).toThrow("mistyped");
  });
});

test("computes nearest-rank percentiles", () => {
  expect(latencyPercentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
  expect(latencyPercentile([5, 1, 4, 2, 3], 0.95)).toBe(5);
  expect(latencyPercentile([], 0.5)).toBe(0);
});
