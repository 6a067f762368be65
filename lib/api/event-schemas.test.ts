import { describe, expect, it, vi } from "vitest";
import type { oas31 } from "zod-openapi";
import { eventValidators } from "@/e2e/fixtures/event-schemas";
import { alertCreated } from "@/lib/alerts/events";
import { keyRevoked } from "@/lib/keys/events";
import { eventTypes } from "@/lib/values";
import { openApiDocument } from "./catalog";
import { eventJsonSchema } from "./event-schemas";

vi.stubEnv("BASE_URL", "https://sightline.example");
const document = openApiDocument();
const closed = eventValidators({ closed: true });
const open = eventValidators({ closed: false });

interface DeliveryExample {
  type: string;
  data: Record<string, object>;
}

const entryOf = (name: string): oas31.OperationObject =>
  (document.webhooks?.[name] as oas31.PathItemObject | undefined)?.post ?? {};

function exampleOf(name: string): DeliveryExample {
  const body = entryOf(name).requestBody as oas31.RequestBodyObject | undefined;
  return body?.content["application/json"]?.example as DeliveryExample;
}

describe("the webhooks of the OpenAPI document", () => {
  it("are every event type, and a thin body for each subject", () => {
    const thin = ["thin.alert", "thin.camera", "thin.key", "thin.webhook"];
    expect(Object.keys(document.webhooks ?? {})).toEqual([...eventTypes, ...thin]);
  });

  it.each(eventTypes)("have an example of %s that its JSON Schema accepts", (type) => {
    const example = exampleOf(type);
    const [subject = ""] = type.split(".");
    expect(example.type).toBe(type);
    expect(closed[type].full(example)).toEqual([]);
    expect(closed[type].data(example.data)).toEqual([]);
    expect(closed[type].thin({ ...exampleOf(`thin.${subject}`), type })).toEqual([]);
  });

  it.each(eventTypes)("describe the headers and replies of %s", (type) => {
    const entry = entryOf(type);
    const names = (entry.parameters ?? []).map((one) => (one as oas31.ReferenceObject).$ref.split("/").at(-1));
    expect(names).toEqual(["Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"]);
    expect(Object.keys(entry.responses ?? {}).toSorted()).toEqual(["2XX", "410", "default"]);
    expect(entry.security).toEqual([]);
  });
});

describe("the JSON Schema of an event type", () => {
  it.each(eventTypes)("accepts new fields of %s, and rejects a missing or wrong one", (type) => {
    const example = exampleOf(type);
    const [subject = ""] = type.split(".");
    const snapshot = example.data[subject];
    const more = { ...example, shade: 1, data: { ...example.data, shade: 1, [subject]: { ...snapshot, shade: 1 } } };
    expect(open[type].full(more)).toEqual([]);
    expect(closed[type].full(more)).toHaveLength(3);
    expect(open[type].full({ ...example, data: { ...example.data, [subject]: undefined } })).not.toEqual([]);
    expect(open[type].full({ ...example, data: { ...example.data, [subject]: { ...snapshot, id: 1 } } })).not.toEqual(
      [],
    );
    expect(open[type].full({ ...example, type: "alert.unknown" })).not.toEqual([]);
  });

  it("has a stable address as its ID, and needs no other document", () => {
    for (const type of eventTypes) {
      const schema = eventJsonSchema(document, type);
      expect(schema.$id).toBe(`https://sightline.example/api/v1/events/schemas/${type}`);
      expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
      const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? "");
      for (const target of references) expect(schema.$defs).toHaveProperty([target.replace("#/$defs/", "")]);
    }
  });
});

describe("the code that writes events", () => {
  it("doesn't compile with data that the schema doesn't describe", () => {
    const { id: _, ...alert } = alertCreated.example.alert;
    expect(alertCreated.of("", { alert }).data).toEqual({ alert });
    // @ts-expect-error the alert's title is missing
    alertCreated.of("", { alert: { ...alert, title: undefined } });
    // @ts-expect-error an alert has no such field
    alertCreated.of("", { alert: { ...alert, shade: "red" } });
    // @ts-expect-error a revoked key has no such field
    keyRevoked.of("", { ...keyRevoked.example, days: 7 });
  });
});
