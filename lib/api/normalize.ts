import type { oas31, ZodOpenApiOverrideContext } from "zod-openapi";
import type { OpenApiSchema } from "./examples";

/**
 * Adjusts the JSON schema that Zod generates. Objects in responses allow unknown fields, because fields may be
 * added later. Defaults hidden by a transformation are restored.
 */
export function adjustSchema({ jsonSchema, zodSchema, io }: ZodOpenApiOverrideContext): void {
  if (io === "output" && jsonSchema.additionalProperties === false)
    Reflect.deleteProperty(jsonSchema, "additionalProperties");
  const { def } = zodSchema._zod;
  // Zod's pattern is removed where there is a format, because the format is clearer.
  if (def.type === "string" && jsonSchema.format) Reflect.deleteProperty(jsonSchema, "pattern");
  // With the format `double`, Go clients use 64 bits for a number. With 32 bits, coordinates would be off by
  // meters.
  if (def.type === "number" && jsonSchema.type === "number") jsonSchema.format = "double";
  if (io === "input" && def.type === "default") jsonSchema.default ??= def.defaultValue;
}

/** Changes a document in place for what Zod can't express: nullable types and times. It also removes noise. */
export function normalizeDocument(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  for (const child of Object.values(node)) normalizeDocument(child);
  const schema = node as OpenApiSchema;
  // A reference with its own description still contains `additionalProperties` and `override`, which were removed
  // from the component. Remove the copies, too.
  if (schema.$ref) for (const copy of ["additionalProperties", "override"]) Reflect.deleteProperty(schema, copy);
  if (schema.maximum === Number.MAX_SAFE_INTEGER) Reflect.deleteProperty(schema, "maximum");
  if (schema.minimum === Number.MIN_SAFE_INTEGER) Reflect.deleteProperty(schema, "minimum");
  if (isAnyText(schema.propertyNames)) Reflect.deleteProperty(schema, "propertyNames");
  mergeNull(schema);
  spellOut(schema);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const { type, format } = property as OpenApiSchema;
    if (/(?:^|_)(?:at|since)$/.test(name) && !format && [type].flat().includes("string"))
      Object.assign(property, { format: "date-time" });
  }
}

/**
 * Moves the description and default of a parameter with a named type out of the type. Generators treat a reference
 * with sibling keywords as any value.
 */
export function nameParameterTypes(paths: oas31.PathsObject = {}): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path) as oas31.OperationObject[])) {
    for (const parameter of operation.parameters ?? []) {
      if (!("name" in parameter) || !parameter.schema?.$ref) continue;
      const { $ref, default: value } = parameter.schema as OpenApiSchema;
      parameter.schema = { $ref };
      if (value !== undefined) parameter.description = withDefault(parameter.description, value);
    }
  }
}

/**
 * Moves defaults into the descriptions of fields. With the keyword `default`, generators such as
 * openapi-typescript treat a field as always present, even in requests.
 */
export function describeDefaults(schemas: object): void {
  for (const schema of Object.values(schemas) as OpenApiSchema[]) {
    for (const property of Object.values(schema.properties ?? {}) as OpenApiSchema[]) {
      const { default: value, description = "" } = property;
      if (value === undefined) continue;
      Reflect.deleteProperty(property, "default");
      const isEmpty = typeof value === "object" && Object.keys(value ?? {}).length === 0;
      if (!isEmpty) property.description = withDefault(description, value);
    }
  }
}

const withDefault = (description = "", value: unknown) =>
  `${description.replace(/\.$/, "")}. Default \`${value}\``.replace(/^\. /, "");

const isAnyText = (schema: object | undefined) => schema && JSON.stringify(schema) === '{"type":"string"}';

/** Converts `anyOf: [X, null]` to a nullable X. A component stays as it is. */
function mergeNull(schema: OpenApiSchema): void {
  const [inner, none, ...more] = (schema.anyOf ?? []) as OpenApiSchema[];
  if (!inner || none?.type !== "null" || more.length > 0 || typeof inner.type !== "string") return;
  const { description, example } = schema;
  Reflect.deleteProperty(schema, "anyOf");
  Object.assign(schema, inner, { type: [inner.type, "null"] });
  if (inner.enum) schema.enum = [...inner.enum, null];
  if (description !== undefined) schema.description = description;
  if (example !== undefined) schema.example = example;
}

/** Converts a map with a fixed set of keys to an object with these properties. */
function spellOut(schema: OpenApiSchema): void {
  const names = (schema.propertyNames as OpenApiSchema | undefined)?.enum;
  if (!names || schema.properties || typeof schema.additionalProperties !== "object") return;
  const value = schema.additionalProperties;
  schema.properties = Object.fromEntries(names.map((name: string) => [name, { ...value }]));
  Reflect.deleteProperty(schema, "propertyNames");
  Reflect.deleteProperty(schema, "additionalProperties");
}
