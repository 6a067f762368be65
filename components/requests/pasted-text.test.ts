import { describe, expect, it } from "vitest";
import { parseRequestSearch } from "./pasted-text";

const routes = ["/alerts", "/alerts/batch", "/alerts/{id}"];
const id = "request_01k9t0w5a7f0gs3m5h1v2c4x6z";

describe("the request log search", () => {
  it.each([
    [id, { open: id }],
    [`  "request_id": "${id}",`, { open: id }],
    ["key_01k9t0w5a7f0gs3m5h1v2c4x6z", { filter: { credential: ["key_01k9t0w5a7f0gs3m5h1v2c4x6z"] } }],
    ["422", { filter: { status: ["422"] } }],
    ["5xx", { filter: { status: ["5xx"] } }],
    ["validation_failed", { filter: { code: ["validation_failed"] } }],
    ["203.0.113.7", { filter: { ip: "203.0.113.7" } }],
    ["2001:db8::1", { filter: { ip: "2001:db8::1" } }],
    ["/alerts", { filter: { route: ["/alerts"] } }],
    ["post /api/v1/alerts?limit=1", { filter: { route: ["/alerts"], method: ["POST"] } }],
    ["GET /api/v1/alerts/alert_1", { filter: { route: ["/alerts/{id}"], method: ["GET"] } }],
    ["/nowhere", null],
    ["hello", null],
  ])("interprets %j", (text, meaning) => expect(parseRequestSearch(text, routes)).toEqual(meaning));
});
