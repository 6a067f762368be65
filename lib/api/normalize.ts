import type { oas31, ZodOpenApiOverrideContext } from "zod-openapi";
import type { OpenApiSchema } from "./examples";

/** Replies may grow fields, so they are open; defaults that a transformation hides are put back. */
export function adjustSchema({ jsonSchema, zodSchema, io }: ZodOpenApiOverrideContext): void {
  if (io === "output" && jsonSchema.additionalProperties === false)
    Reflect.deleteProperty(jsonSchema, "additionalProperties");
  const { def } = zodSchema._zod;
  // Zod's pattern of a format says less clearly what the format says.
  if (def.type === "string" && jsonSchema.format) Reflect.deleteProperty(jsonSchema, "pattern");
  // Without a format Go clients take a number for 32 bits, which puts a camera metres away from its place.
  if (def.type === "number" && jsonSchema.type === "number") jsonSchema.format = "double";
  if (io === "input" && def.type === "default") jsonSchema.default ??= def.defaultValue;
}

/** Says in the finished document what zod cannot: nullable as one type, times, no noise. */
export function normalizeDocument(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  for (const child of Object.values(node)) normalizeDocument(child);
  const schema = node as OpenApiSchema;
  // A component with words of its own keeps a rule that the component itself, being open, does not have.
  if (schema.$ref) Reflect.deleteProperty(schema, "additionalProperties");
  if (schema.maximum === Number.MAX_SAFE_INTEGER) Reflect.deleteProperty(schema, "maximum");
  if (schema.minimum === Number.MIN_SAFE_INTEGER) Reflect.deleteProperty(schema, "minimum");
  if (isAnyText(schema.propertyNames)) Reflect.deleteProperty(schema, "propertyNames");
  mergeNull(schema);
  spellOut(schema);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const { type, format } = property as OpenApiSchema;
    if (/_(?:at|since)$/.test(name) && !format && [type].flat().includes("string"))
      Object.assign(property, { format: "date-time" });
  }
}

/**
 * A parameter of a named type keeps its words and default beside the type: generators take a reference with anything beside it
 * for any value.
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
 * Says in words what a field is when it is left out. As keyword it would make generators take the field for one that is
 * always there (openapi-typescript does), in requests too.
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

/** `anyOf: [X, null]` becomes X that may be null, unless X is a component. */
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

/** A map whose names are a closed set becomes an object with these properties. */
function spellOut(schema: OpenApiSchema): void {
  const names = (schema.propertyNames as OpenApiSchema | undefined)?.enum;
  if (!names || schema.properties || typeof schema.additionalProperties !== "object") return;
  const value = schema.additionalProperties;
  schema.properties = Object.fromEntries(names.map((name: string) => [name, { ...value }]));
  Reflect.deleteProperty(schema, "propertyNames");
  Reflect.deleteProperty(schema, "additionalProperties");
}
