import type { oas31 } from "zod-openapi";
import { bodyType, type Operation } from "@/lib/http/operation";
import { openApiDocument, referenceOrder } from "./catalog";
import { tagDescriptions } from "./document";
import { followReference, type OpenApiSchemas } from "./examples";
import type { BodyExample } from "./written-examples";

export interface ExampleParameter {
  name: string;
  description: string;
  required: boolean;
  example: string;
}

/** An example request for one operation, as used in the `.http` file and the Postman collection. */
export interface ExampleRequest {
  id: string;
  summary: string;
  description: string;
  method: string;
  path: string;
  isPublic: boolean;
  pathParameters: ExampleParameter[];
  query: ExampleParameter[];
  /** The body that tools prefill. Undefined for an operation with a form. */
  body: unknown;
  /** The form fields that tools prefill. Null for an operation without a form. */
  form: Record<string, string> | null;
  success: { status: number; type: string; example: unknown } | null;
}

export interface RequestGroup {
  tag: string;
  description: string;
  requests: ExampleRequest[];
}

/**
 * Returns example requests for all public operations, grouped by tag and in reference order. The examples are
 * those of the OpenAPI document.
 */
export function requestGroups(): RequestGroup[] {
  const groups = new Map<string, RequestGroup>();
  const document = openApiDocument();
  const schemas: OpenApiSchemas = document.components?.schemas ?? {};
  for (const operation of referenceOrder) {
    const { id, tag, method, path, summary, access } = operation;
    const verb = method.toLowerCase() as "get" | "post" | "patch" | "delete";
    const entry: oas31.OperationObject = document.paths?.[path]?.[verb] ?? {};
    const group = groups.get(tag) ?? { tag, description: tagDescriptions[tag] ?? "", requests: [] };
    groups.set(tag, group);
    group.requests.push({
      id,
      summary,
      description: entry.description ?? "",
      method,
      path,
      isPublic: access === "public",
      pathParameters: parametersOf(entry, "path", schemas),
      query: parametersOf(entry, "query", schemas),
      body: operation.form ? undefined : firstBody(operation, entry),
      form: operation.form ? (firstBody(operation, entry) as Record<string, string>) : null,
      success: successOf(entry),
    });
  }
  return [...groups.values()];
}

/**
 * Returns the fields of a form, with variables in place of the app's credentials.
 * @param variable formats the name of a variable for the tool.
 */
export function fillForm(form: Record<string, string>, variable: (name: string) => string): [string, string][] {
  return Object.entries(form).map(([name, value]) => [name, APP_VARIABLES.includes(name) ? variable(name) : value]);
}

export const FORM_TYPE = "application/x-www-form-urlencoded";
/** The form fields that tools fill in from variables of their environment. */
export const APP_VARIABLES = ["client_id", "client_secret"];

function parametersOf(
  { parameters = [] }: oas31.OperationObject,
  place: "path" | "query",
  schemas: OpenApiSchemas,
): ExampleParameter[] {
  return parameters.flatMap((parameter) => {
    if (!("name" in parameter) || parameter.in !== place) return [];
    const { name, description = "", required = false, example } = parameter;
    const schema = followReference(parameter.schema ?? {}, schemas);
    const item = followReference(schema.items ?? {}, schemas);
    const first = example ?? schema.example ?? schema.default ?? schema.enum?.[0] ?? item.example ?? item.enum?.[0];
    return [{ name, description, required, example: String(first ?? "") }];
  });
}

function firstBody(operation: Operation, { requestBody }: oas31.OperationObject): unknown {
  const content = (requestBody as oas31.RequestBodyObject | undefined)?.content[bodyType(operation)];
  const [example] = Object.values((content?.examples ?? {}) as Record<string, BodyExample>);
  return example?.value;
}

function successOf({ responses = {} }: oas31.OperationObject): ExampleRequest["success"] {
  const status = Object.keys(responses).find((one) => one.startsWith("2"));
  const content = (responses[status as "200"] as oas31.ResponseObject | undefined)?.content;
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  return status && type && media ? { status: Number(status), type, example: media.example } : null;
}
