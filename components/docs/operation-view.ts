import type { oas31 } from "zod-openapi";
import { type FieldView, listFields, resolveSchema, toFieldView } from "@/components/docs/field-view";
import { openApiDocument } from "@/lib/api/catalog";
import { requiredScope } from "@/lib/api/document";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import { bodyType, errorStatus, errorsOf, type Method, type Operation } from "@/lib/http/operation";

export interface ParameterView extends FieldView {
  in: "path" | "query" | "header";
  example: string;
  options: string[];
}

interface ExampleView {
  label: string;
  value: unknown;
}

interface SuccessView {
  status: number;
  description: string;
  headers: { name: string; description: string }[];
  fields: FieldView[];
  /** The part of the reply that the fields describe, or null for the whole reply. */
  fieldsOf: string | null;
  samples: ReplySample[];
}

/** An example reply. Its label is the status, plus the media type if there are several. */
interface ReplySample {
  label: string;
  code: string;
}

/** The data that the page of an operation shows, from the OpenAPI document. */
export interface OperationView {
  id: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  description: string;
  scope: string | null;
  isPublic: boolean;
  isStream: boolean;
  parameters: ParameterView[];
  body: { required: boolean; isForm: boolean; fields: FieldView[]; examples: ExampleView[] } | null;
  successes: SuccessView[];
  errors: { status: number; code: ErrorCode; title: string }[];
}

export type TrialParameter = Pick<ParameterView, "name" | "in" | "type" | "required" | "example" | "options">;

/** The data of an operation that its examples and form need in the browser. */
export interface TrialView {
  id: string;
  method: Method;
  path: string;
  isPublic: boolean;
  parameters: TrialParameter[];
  body: { required: boolean; isForm: boolean; examples: ExampleView[] } | null;
  replies: ReplySample[];
  isStream: boolean;
}

export function toTrialView({
  id,
  method,
  path,
  isPublic,
  isStream,
  parameters,
  body,
  successes,
}: OperationView): TrialView {
  return {
    id,
    method,
    path,
    isPublic,
    parameters: parameters.map((one) => {
      const { name, type, required, example, options } = one;
      return { name, in: one.in, type, required, example, options };
    }),
    body: body && { required: body.required, isForm: body.isForm, examples: body.examples },
    replies: successes.flatMap(({ samples }) => samples),
    isStream,
  };
}

export function toOperationView(operation: Operation): OperationView {
  const entry = entryOf(operation);
  const body = entry.requestBody as oas31.RequestBodyObject | undefined;
  const content = body?.content[bodyType(operation)];
  const codes = errorsOf(operation).map((code) => {
    return { code, title: errorCodes[code].title, status: errorStatus(operation, code) };
  });
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    tag: operation.tag,
    summary: operation.summary,
    description: operation.description ?? "",
    scope: requiredScope(operation),
    isPublic: operation.access === "public",
    isStream: operation.streams !== undefined,
    parameters: (entry.parameters ?? []).map((parameter) => parameterView(resolveSchema(parameter))),
    body: content
      ? {
          required: body?.required ?? false,
          isForm: operation.form === true,
          fields: listFields(content.schema),
          examples: Object.values(content.examples ?? {}).map(exampleView),
        }
      : null,
    successes: [operation.status, operation.otherStatus?.status]
      .filter((status) => status !== undefined)
      .map((status) => successView(operation, entry, status)),
    errors: codes.sort((a, b) => a.status - b.status),
  };
}

function exampleView(example: oas31.ExampleObject | oas31.ReferenceObject): ExampleView {
  const { summary, value } = resolveSchema<oas31.ExampleObject>(example);
  return { label: summary ?? "Example", value };
}

function entryOf({ path, method }: Operation): oas31.OperationObject {
  const verb = method.toLowerCase() as "get" | "post" | "patch" | "delete";
  return openApiDocument().paths?.[path]?.[verb] ?? {};
}

function parameterView(parameter: oas31.ParameterObject): ParameterView {
  const schema = resolveSchema<oas31.SchemaObject>(parameter.schema ?? {});
  const item = schema.type === "array" && schema.items ? resolveSchema<oas31.SchemaObject>(schema.items) : schema;
  const field = toFieldView(parameter.name, schema, parameter.required ?? false);
  return {
    ...field,
    description: parameter.description ?? field.description,
    in: parameter.in as ParameterView["in"],
    example: String(parameter.example ?? item.example ?? ""),
    options: item.type === "boolean" ? ["true", "false"] : (item.enum ?? []).map(String),
  };
}

function successView(operation: Operation, { responses }: oas31.OperationObject, status: number): SuccessView {
  const response = resolveSchema<oas31.ResponseObject>(responses?.[status] ?? { description: "" });
  const contents = Object.entries(response.content ?? {});
  const headers = Object.entries(response.headers ?? {});
  const item = operation.streams && operation.response?.meta()?.id;
  return {
    status,
    description: response.description,
    headers: headers.map(([name, header]) => ({
      name,
      description: resolveSchema<oas31.HeaderObject>(header).description ?? "",
    })),
    fields: listFields(item ? { $ref: `#/components/schemas/${item}` } : contents[0]?.[1].schema),
    fieldsOf: item ? (itemWords[operation.streams?.at(-1) ?? ""] ?? null) : null,
    samples: contents.map(([type, { example }]) => ({
      label: contents.length > 1 || operation.streams ? `${status} ${type}` : String(status),
      code: typeof example === "string" ? example : JSON.stringify(example, null, type.includes("ndjson") ? 0 : 2),
    })),
  };
}

/** Names one item of a stream, by media type. */
const itemWords: Record<string, string> = {
  "application/x-ndjson": "each line of JSON",
  "text/event-stream": "the `data` of each event",
};
