import type { oas31 } from "zod-openapi";
import { alertCsvColumns } from "@/lib/alerts/csv";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { errorCodes, type InputIssue } from "@/lib/errors";
import type { Operation } from "@/lib/http/operation";
import { EXAMPLE_TIME, exampleValues, typicalMembers } from "./example-values";
import { problemExample } from "./problems";
import { type BodyExample, type SuccessExample, writtenBodyExamples, writtenSuccessExamples } from "./written-examples";

export type OpenApiSchema = oas31.SchemaObject;
type SchemaOrRef = OpenApiSchema | oas31.ReferenceObject;
export type OpenApiSchemas = Record<string, SchemaOrRef>;

const MAX_DEPTH = 8;
let values: Record<string, unknown> | undefined;

/**
 * Returns the written description of a success response and changes to its example, or undefined if there are
 * none.
 */
export function writtenSuccessExample(operationId: string, status: number): SuccessExample | undefined {
  return writtenSuccessExamples[operationId]?.[status];
}

/** Returns the examples of an operation's request body: written ones, or one generated from the schema. */
export function bodyExamples(
  operationId: string,
  schema: SchemaOrRef,
  schemas: OpenApiSchemas,
): Record<string, BodyExample> {
  return (
    writtenBodyExamples[operationId] ?? {
      example: { summary: "Example", value: generateExample(schema, schemas, "request") },
    }
  );
}

/** Returns the example of a success response in one of its media types. */
export function successExample(
  operation: Operation,
  status: number,
  type: string,
  schema: SchemaOrRef,
  schemas: OpenApiSchemas,
): unknown {
  const { differs } = writtenSuccessExample(operation.id, status) ?? {};
  if (type === "text/csv") return csvExample(itemExample(operation, schemas));
  if (type === "text/event-stream") return eventExample(itemExample(operation, schemas));
  const example = generateExample(schema, schemas, "response") as object;
  return { ...(operation.batch ? batchExample(operation, example, schema, schemas) : example), ...differs };
}

/** Returns an example of one item of a stream. */
function itemExample({ response }: Operation, schemas: OpenApiSchemas): Record<string, unknown> {
  const id = response?.meta()?.id;
  return id
    ? (generateExample({ $ref: `#/components/schemas/${id}` }, schemas, "response") as Record<string, unknown>)
    : {};
}

function csvExample(item: Record<string, unknown>): string {
  const cells = alertCsvColumns.map((column) => (typeof item[column] === "object" ? "" : (item[column] ?? "")));
  return `${alertCsvColumns.join(",")}\r\n${cells.join(",")}\r\n`;
}

function eventExample(item: Record<string, unknown>): string {
  return `id: ${item.id}\nevent: ${item.type}\ndata: ${JSON.stringify(item)}\n\n`;
}

/** Returns an example batch response with one successful and one failed row. */
function batchExample(
  { id, status, batch }: Operation,
  example: object,
  schema: SchemaOrRef,
  schemas: OpenApiSchemas,
): object {
  const results = (followReference(schema, schemas).properties?.results ?? {}) as OpenApiSchema;
  const row = followReference(results.items ?? {}, schemas);
  const always = generateExample(row, schemas, "response") as object;
  const extra = Object.entries(row.properties ?? {}).filter(([name]) => !(name in always) && name !== "problem");
  const done = Object.fromEntries(extra.map(([name, field]) => [name, generateExample(field, schemas, "response")]));
  const { rowStatus = 201, rowFailure = "validation_failed" } = writtenSuccessExample(id, status) ?? {};
  const { instance: _, request_id: __, ...whole } = problemExample(rowFailure);
  const errors = (whole.errors as InputIssue[] | undefined)?.map((issue) => ({
    ...issue,
    pointer: `/${batch}/1${issue.pointer}`,
  }));
  const problem = { ...whole, ...(errors && { errors }) };
  return {
    ...example,
    results: [
      { ...always, index: 0, status: rowStatus, ...done },
      { ...always, index: 1, status: errorCodes[rowFailure].status, problem },
    ],
    succeeded: 1,
    failed: 1,
  };
}

/** Returns the component that a schema refers to, or the schema itself if it isn't a reference. */
export function followReference(schema: SchemaOrRef, schemas: OpenApiSchemas): OpenApiSchema {
  const target = schema.$ref ? schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] : schema;
  return (target ?? {}) as OpenApiSchema;
}

/** Generates an example value for a schema. In responses, optional fields are omitted. */
function generateExample(schema: SchemaOrRef, schemas: OpenApiSchemas, side: "request" | "response"): unknown {
  return sample(schema, { schemas, side, path: [], name: "", depth: 0 });
}

interface Place {
  schemas: OpenApiSchemas;
  side: "request" | "response";
  /** The path of the value: its component and field names. */
  path: string[];
  name: string;
  depth: number;
}

function sample(schemaOrRef: SchemaOrRef, place: Place): unknown {
  if (schemaOrRef.$ref) {
    const id = schemaOrRef.$ref.slice(schemaOrRef.$ref.lastIndexOf("/") + 1);
    const target = place.schemas[id];
    return target && place.depth < MAX_DEPTH ? sample(target, { ...place, path: [id], depth: place.depth + 1 }) : {};
  }
  const schema = schemaOrRef as OpenApiSchema;
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined && !isEmpty(schema.default)) return schema.default;
  if (schema.enum) return schema.enum.find((member) => typicalMembers.includes(member)) ?? schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sample(part, place)));
  const choice = (schema.oneOf ?? schema.anyOf)?.find((option) => (option as OpenApiSchema).type !== "null");
  if (choice) return sample(choice, place);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "object") return sampleObject(schema, place);
  if (type === "array") return schema.items ? [sample(schema.items, place)] : [];
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  return type === "string" ? sampleText(schema, place) : null;
}

function sampleObject(schema: OpenApiSchema, place: Place): Record<string, unknown> {
  values ??= exampleValues();
  const shown = values;
  const required = new Set(schema.required);
  const result: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const path = [...place.path, name];
    const known = path.map((_, index) => path.slice(index).join(".")).find((end) => end in shown);
    if (place.side === "response" && !required.has(name)) continue;
    if (known !== undefined) {
      if (place.side === "response" || shown[known] !== null) result[name] = shown[known];
    } else if (place.side === "response" || required.has(name) || hasOwnExample(property)) {
      result[name] = sample(property, { ...place, path, name });
    }
  }
  return result;
}

function sampleText(schema: OpenApiSchema, { path, name }: Place): string {
  const kind = name === "id" ? path[0] : /^(\w+)_id$/.exec(name)?.[1];
  if (kind) return `${kind.toLowerCase()}_${EXAMPLE_SUFFIX}`;
  if (schema.format === "date-time") return EXAMPLE_TIME;
  if (schema.format === "date") return EXAMPLE_TIME.slice(0, 10);
  if (schema.format === "uri") return "https://partner.example/sightline";
  if (schema.format === "email") return "ops@partner.example";
  return name === "name" ? "Dock 3" : "text";
}

function hasOwnExample(schema: SchemaOrRef): boolean {
  return "example" in schema || "examples" in schema;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : typeof value === "object" && Object.keys(value ?? {}).length === 0;
}
