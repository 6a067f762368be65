import { describe, expect, it } from "vitest";
import { newId, timeOfId } from "@/lib/db/ids";
import { type RequestRecord, toRequestLine } from "./request-line";

const MB = 1024 * 1024;

function record(body: Uint8Array | null, target = "/api/v1/alerts"): RequestRecord {
  const id = newId();
  return {
    organization_id: id,
    id,
    method: "POST",
    route: "/alerts",
    status: 422,
    code: "validation_failed",
    duration_ms: 1,
    credential_kind: "api_key",
    credential_id: id,
    ip: null,
    user_agent: null,
    created_at: timeOfId(id).toISOString(),
    target,
    refusal: { detail: "Correct it.", errors: [], body },
  };
}

describe("the request log without a database", () => {
  it("buffers a bounded number of lines and bytes, drops the rest and recovers", async () => {
    process.env.DATABASE_URL = "postgres://stranger@127.0.0.1:1/nowhere";
    const { flushRequestLog, recordRequest, requestLogState } = await import("./request-log");
    const body = Buffer.alloc(256 * 1024, "x");
    for (let n = 0; n < 25_000; n += 1) recordRequest(record(body));
    const full = requestLogState();
    expect(full.lines).toBeLessThanOrEqual(20_000);
    expect(full.bytes).toBeLessThanOrEqual(32 * MB);
    expect(full.lines + full.dropped).toBe(25_000);
    await flushRequestLog();
    expect(requestLogState()).toEqual({ lines: 0, bytes: 0, dropped: 0 });

    for (let n = 0; n < 10_000; n += 1) recordRequest(record(null, `/${"a".repeat(8_000)}`));
    expect(requestLogState().bytes).toBeLessThanOrEqual(32 * MB);
    await flushRequestLog();
    expect(requestLogState().lines).toBe(0);
  });
});

describe("the body of a rejected request", () => {
  const kept = (text: string) => toRequestLine(record(Buffer.from(text))).request_body;

  it("is stored when it is JSON, a form or malformed JSON", () => {
    for (const text of ['{"camera_id":"gate"}', "camera_id=gate", '{"camera_id": gate']) expect(kept(text)).toBe(text);
  });

  it.each([
    "\n<alert><password>hunter2</password></alert>",
    '--x\r\nContent-Disposition: form-data; name="pin"\r\n\r\n1',
  ])("is not stored in formats without masking rules: %j", (text) => expect(kept(text)).toBeUndefined());
});
