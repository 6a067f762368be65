import { describe, expect, it } from "vitest";
import { z } from "zod";
import { catalog } from "@/lib/api/catalog";
import { MAX_LISTED_ERRORS } from "@/lib/limits";
import { check, fieldBelow, parameterAt } from "./check";
import { closest, closestPath } from "./spelling";

const wrongValues: unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e300, "", "x", "HIGH", "0.5", "x".repeat(5_000), [], [null], ["x"], {}, { x: 1 }],
  Array.from({ length: 2_000 }, () => "x"),
];
const FOREIGN = /Invalid |expected|received|Too (?:big|small)|Unrecognized|This value is not accepted/;

const issuesOf = (schema: z.ZodType, value: unknown, place = fieldBelow("")) =>
  check(schema, value, place).issues ?? [];

describe("validation errors", () => {
  it("use our own wording for every field, parameter and wrong value", () => {
    const foreign = catalog.flatMap(({ id, body, query }) => {
      const parts = [body instanceof z.ZodObject ? body : null, query ?? null].filter((part) => part !== null);
      return parts.flatMap((schema) =>
        Object.keys(schema.shape).flatMap((name) =>
          wrongValues
            .flatMap((value) => issuesOf(schema, { [name]: value }))
            .filter(({ detail }) => detail === "" || FOREIGN.test(detail))
            .map(({ pointer, detail }) => `${id} ${pointer}: ${detail}`),
        ),
      );
    });
    expect(foreign).toEqual([]);
  });

  it("never repeat a value sent for a text field, which may be a password", () => {
    expect(issuesOf(z.strictObject({ password: z.string() }), { password: 12345678 })).toMatchObject([
      { detail: "Send text, not a number. Put the value in quotes." },
    ]);
  });

  it("report missing fields and missing parameters", () => {
    const schema = z.strictObject({ name: z.string(), role: z.enum(["admin", "viewer"]) });
    expect(issuesOf(schema, {}).map(({ code, detail }) => [code, detail])).toEqual([
      ["required", "This field is required."],
      ["required", "This field is required."],
    ]);
    expect(issuesOf(schema, {}, parameterAt)[0]).toMatchObject({
      parameter: "name",
      detail: "This parameter is required.",
    });
  });

  it("are capped at the maximum number of listed errors", () => {
    const schema = z.strictObject({ list: z.array(z.enum(["a"])) });
    expect(issuesOf(schema, { list: Array(100_000).fill("b") })).toHaveLength(MAX_LISTED_ERRORS);
    const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`unknown_${n}`, 1]));
    expect(issuesOf(schema, { list: [], ...unknown })).toHaveLength(MAX_LISTED_ERRORS);
  });
});

describe("spelling suggestions", () => {
  it.each([
    ["serverity", "severity"],
    ["Severity", "severity"],
    ["cameraId", "camera_id"],
    ["camera-id", "camera_id"],
    ["id", undefined],
    ["nonsense", undefined],
    ["severity".repeat(100), undefined],
  ])("map %s to %s", (text, meant) => {
    expect(closest(text, ["camera_id", "severity", "use_case"])).toBe(meant);
  });

  it.each([
    ["/api/v1/alert", "/api/v1/alerts"],
    ["/api/alerts", "/api/v1/alerts"],
    ["/api/v1/alerts/", "/api/v1/alerts"],
    ["/api/v1/alert/x/note", "/api/v1/alerts/{id}/notes"],
    ["/api/v1", undefined],
    ["/api/v1/x", undefined],
    ["/api/v1/orders", undefined],
  ])("map the path %s to %s", (path, meant) => {
    expect(closestPath(path, ["/alerts", "/alerts/{id}", "/alerts/{id}/notes", "/me"])).toBe(meant);
  });
});
