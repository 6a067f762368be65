import type { oas31 } from "zod-openapi";
import { formatCount } from "@/components/ui/format-number";
import { openApiDocument } from "@/lib/api/catalog";

type Schema = oas31.SchemaObject;
type SchemaOrRef = Schema | oas31.ReferenceObject;

const MAX_DEPTH = 6;

/** A field or parameter for display, with its nested fields. */
export interface FieldView {
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** Rules that the type doesn't express: default, limits and allowed values. */
  facts: string[];
  children: FieldView[];
}

/**
 * Resolves a `$ref` to the components of the OpenAPI document. Keywords next to the reference take precedence.
 * Returns other values unchanged.
 */
export function resolveSchema<T extends object>(value: T | oas31.ReferenceObject): T {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as T;
  const { $ref, ...own } = value;
  const [, , group = "", name = ""] = $ref.split("/");
  const components = openApiDocument().components as Record<string, Record<string, T>> | undefined;
  return { ...components?.[group]?.[name], ...own } as T;
}

/** Returns the fields of an object, of a list's items, or of the first non-null option of a union. */
export function listFields(schemaOrRef: SchemaOrRef | undefined, depth = 0): FieldView[] {
  const schema = resolveSchema<Schema>(schemaOrRef ?? {});
  const inner = schema.items ?? schema.anyOf?.find((option) => !isNull(option));
  if (!schema.properties) return inner && depth < MAX_DEPTH ? listFields(inner, depth) : [];
  return Object.entries(schema.properties).map(([name, property]) =>
    toFieldView(name, property, schema.required?.includes(name) ?? false, depth),
  );
}

export function toFieldView(name: string, property: SchemaOrRef, required: boolean, depth = 0): FieldView {
  const schema = resolveSchema<Schema>(property);
  return {
    name,
    type: typeOf(property),
    required,
    description: schema.description ?? itemDescription(schema) ?? "",
    facts: factsOf(withoutNull(schema)),
    children: depth < MAX_DEPTH ? listFields(property, depth + 1) : [],
  };
}

function itemDescription(schema: Schema): string | undefined {
  return schema.items && resolveSchema<Schema>(schema.items).description;
}

/** Returns the only non-null alternative of a schema, or the schema itself. */
function withoutNull(schema: Schema): Schema {
  const [only, another] = (schema.anyOf ?? []).filter((option) => !isNull(option));
  return only && !another ? resolveSchema<Schema>(only) : schema;
}

const isNull = (schema: SchemaOrRef) => (schema as Schema).type === "null";

function typeOf(schemaOrRef: SchemaOrRef): string {
  const schema = resolveSchema<Schema>(schemaOrRef);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  const types = [schema.type ?? "any"].flat();
  const words = types.map((type) => {
    if (type === "array") return `list of ${schema.items ? plural(typeOf(schema.items)) : "anything"}`;
    if (type !== "string") return type;
    if (schema.format === "date-time") return "time";
    return schema.format === "uri" ? "URL" : type;
  });
  return words.join(" or ");
}

function plural(type: string): string {
  return type.includes(" ") || type === "any" ? type : `${type}s`;
}

/** Describes the rules of a schema that its type doesn't express. */
function factsOf(schema: Schema): string[] {
  const item = schema.items ? resolveSchema<Schema>(schema.items) : undefined;
  const values = schema.enum ?? item?.enum;
  const facts: string[] = [];
  if (values)
    facts.push(
      `One of ${values
        .filter((value) => value !== null)
        .map((value) => `\`${value}\``)
        .join(", ")}.`,
    );
  if (schema.const !== undefined) facts.push(`Always \`${schema.const}\`.`);
  facts.push(...rangeOf(schema.minLength, schema.maxLength, "characters"));
  facts.push(...rangeOf(schema.minimum, schema.maximum, ""));
  facts.push(...rangeOf(schema.minItems, schema.maxItems, "entries"));
  if (schema.default !== undefined && !isEmpty(schema.default)) facts.push(`Default \`${schema.default}\`.`);
  return facts;
}

function rangeOf(minimum: number | undefined, maximum: number | undefined, unit: string): string[] {
  const end = unit && ` ${unit}`;
  const most = maximum === undefined ? "" : formatCount(maximum);
  if (minimum !== undefined && minimum > 0 && maximum !== undefined) return [`${minimum} to ${most}${end}.`];
  if (maximum !== undefined)
    return [minimum === undefined || unit ? `At most ${most}${end}.` : `${minimum} to ${most}.`];
  return minimum !== undefined && minimum > 1 ? [`At least ${minimum}${end}.`] : [];
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
