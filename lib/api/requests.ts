import type { oas31 } from "zod-openapi";
import { openApiDocument, referenceOrder, tagDescriptions } from "./document";
import type { BodyStory } from "./stories";

export interface ExampleParameter {
  name: string;
  description: string;
  required: boolean;
  example: string;
}

/** One operation as a request that tools can send. */
export interface ExampleRequest {
  id: string;
  summary: string;
  description: string;
  method: string;
  path: string;
  isPublic: boolean;
  pathParameters: ExampleParameter[];
  query: ExampleParameter[];
  /** What tools put into the body first. */
  body: unknown;
  success: { status: number; type: string; example: unknown } | null;
}

export interface RequestGroup {
  tag: string;
  description: string;
  requests: ExampleRequest[];
}

/** Every public operation once, by tag, in the order of the reference, with the examples of the OpenAPI document. */
export function requestGroups(): RequestGroup[] {
  const groups = new Map<string, RequestGroup>();
  const document = openApiDocument();
  for (const { id, tag, method, path, summary, access } of referenceOrder) {
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
      pathParameters: parametersOf(entry, "path"),
      query: parametersOf(entry, "query"),
      body: firstBody(entry),
      success: successOf(entry),
    });
  }
  return [...groups.values()];
}

function parametersOf({ parameters = [] }: oas31.OperationObject, place: "path" | "query"): ExampleParameter[] {
  return parameters.flatMap((parameter) => {
    if (!("name" in parameter) || parameter.in !== place) return [];
    const { name, description = "", required = false, example } = parameter;
    const schema = (parameter.schema ?? {}) as oas31.SchemaObject;
    const item = (schema.items ?? {}) as oas31.SchemaObject;
    const first = example ?? schema.example ?? schema.default ?? schema.enum?.[0] ?? item.example ?? item.enum?.[0];
    return [{ name, description, required, example: String(first ?? "") }];
  });
}

function firstBody({ requestBody }: oas31.OperationObject): unknown {
  const content = (requestBody as oas31.RequestBodyObject | undefined)?.content["application/json"];
  const [story] = Object.values((content?.examples ?? {}) as Record<string, BodyStory>);
  return story?.value;
}

function successOf({ responses = {} }: oas31.OperationObject): ExampleRequest["success"] {
  const status = Object.keys(responses).find((one) => one.startsWith("2"));
  const content = (responses[status as "200"] as oas31.ResponseObject | undefined)?.content;
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  return status && type && media ? { status: Number(status), type, example: media.example } : null;
}
