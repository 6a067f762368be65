import type { oas31 } from "zod-openapi";
import { env } from "@/lib/env";
import type { EventType } from "@/lib/values";
import { bodyComponents } from "@/lib/webhooks/bodies";

/** The dialect of OpenAPI 3.1's schemas. */
const DIALECT = "https://json-schema.org/draft/2020-12/schema";
const COMPONENT = "#/components/schemas/";

type Json = Record<string, unknown>;

/** Returns the path of the JSON Schema of an event type. */
export const eventSchemaPath = (type: EventType) => `/api/v1/events/schemas/${type}`;

/**
 * Returns the JSON Schema of the body with which an event type is delivered. Its `$defs` contain the schema of the
 * event's `data` in the feed, and of thin bodies. The OpenAPI document has the same schemas.
 */
export function eventJsonSchema(document: Pick<oas31.OpenAPIObject, "components">, type: EventType): Json {
  const { full, thin } = bodyComponents(type);
  const schemas = (document.components?.schemas ?? {}) as Json;
  const names = new Set([full, thin]);
  // A set's iteration also visits the names that are added during it.
  for (const name of names) for (const one of componentsIn(schemas[name])) names.add(one);
  const defs = [...names].filter((name) => name !== full).sort();
  return {
    $schema: DIALECT,
    $id: `${env().BASE_URL}${eventSchemaPath(type)}`,
    title: type,
    ...(standalone(schemas[full]) as Json),
    $defs: Object.fromEntries(defs.map((name) => [name, standalone(schemas[name])])),
  };
}

function componentsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { $ref } = node as Json;
  const own = typeof $ref === "string" ? [$ref.slice(COMPONENT.length)] : [];
  return [...own, ...Object.values(node).flatMap(componentsIn)];
}

/** Converts a component to a schema that doesn't need the document: with local references, and `examples`. */
function standalone(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(standalone);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => {
    if (key === "$ref") return [key, String(value).replace(COMPONENT, "#/$defs/")];
    return key === "example" ? ["examples", [value]] : [key, standalone(value)];
  });
  return Object.fromEntries(entries);
}
