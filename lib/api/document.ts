import { createDocument, type oas31, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { batchHeartbeatSchema } from "@/lib/cameras/schema";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { env } from "@/lib/env";
import { bodyType, type Operation, takesKey } from "@/lib/http/operation";
import { IDEMPOTENCY_RETENTION_H } from "@/lib/limits";
import { deliveryParameters, describeDeliveries } from "./deliveries";
import { addDescriptions } from "./descriptions";
import { bodyExamples, type OpenApiSchemas, successExample, writtenSuccessExample } from "./examples";
import { adjustSchema, describeDefaults, nameParameterTypes, normalizeDocument } from "./normalize";
import { oauthErrorSchema } from "./oauth-errors";
import { problemSchema } from "./problems";
import {
  errorResponses,
  replyHeaders,
  sharedResponses,
  successContent,
  successHeaders,
  successStatuses,
} from "./responses";
import { operationSecurity, securitySchemes } from "./security";

export const API_VERSION = "0.1.0";

/** The tags that group operations in the API reference, in order. */
export const tagDescriptions: Record<string, string> = {
  Alerts: "Create, search and triage alerts.",
  Cameras: "Add cameras, send heartbeats and read their status.",
  Sites: "The places where cameras are installed.",
  Analytics: "Counts, response times and uptime. The figures always equal a recount of the rows.",
  Events: "The ordered feed of everything that happened, to read or to stream.",
  Webhooks: "Events delivered to your own server, signed and with retries.",
  Compatibility: "Interfaces of other systems, whose integrations work with Sightline unchanged.",
  Automations: "Rules that act on alerts automatically.",
  OAuth: "Access tokens for apps, at the standard OAuth endpoints.",
  Account: "The identity and permissions of your credential.",
};

const DESCRIPTION = `Sightline receives alerts from your systems, manages your cameras, and reports on both. Every request needs the header \`Authorization: Bearer <API key or access token>\` and can access the data of one organization only. Bodies are JSON with \`snake_case\` names; times are RFC 3339 in UTC; IDs start with their type, such as \`alert_…\`. Errors, except those of the OAuth and PagerDuty endpoints, are problem documents (RFC 9457) with a \`code\` for programs and a \`detail\` that says how to fix the problem. Unknown fields and parameters are rejected, so typos don't go unnoticed. Changes within \`/v1\` are always additive.`;

const methodOrder = ["GET", "POST", "PATCH", "DELETE"];
const tagOrder = Object.keys(tagDescriptions);

/**
 * Returns operations in the order of the API reference: by tag, then path with collections before items, then
 * method.
 */
export function inReferenceOrder(operations: readonly Operation[]): Operation[] {
  return operations.toSorted(
    (a, b) =>
      tagOrder.indexOf(a.tag) - tagOrder.indexOf(b.tag) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : methodOrder.indexOf(a.method) - methodOrder.indexOf(b.method)),
  );
}

/** Returns the scope that an operation requires. Null means that it requires no scope, or no credential. */
export function requiredScope({ access }: Operation): string | null {
  return typeof access === "object" && "scope" in access ? access.scope : null;
}

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const { id, access, tag, summary, params, query, body } = operation;
  const scope = requiredScope(operation);
  const statuses = successStatuses(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [operation.description, scope && `Requires the scope \`${scope}\`.`].filter(Boolean).join("\n\n"),
    ...(scope && { "x-required-scope": scope }),
    ...(access === "public" && { security: [] }),
    ...(scope && { security: operationSecurity(scope) }),
    parameters: [
      ...(takesKey(operation) ? [{ $ref: "#/components/parameters/Idempotency-Key" }] : []),
      ...(operation.headers?.includes("if-match") ? [{ $ref: "#/components/parameters/If-Match" }] : []),
      ...(statuses.includes(304) ? [{ $ref: "#/components/parameters/If-None-Match" }] : []),
      ...(operation.headers?.includes("last-event-id") ? [{ $ref: "#/components/parameters/Last-Event-ID" }] : []),
    ],
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    ...(body && {
      requestBody: { required: !operation.bodyOptional, content: { [bodyType(operation)]: { schema: body } } },
    }),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          {
            description: writtenSuccessExample(id, status)?.description ?? meaningOf(status),
            headers: successHeaders(operation, status),
            ...successContent(operation, status),
          },
        ]),
      ),
      ...errorResponses(operation),
    },
  };
}

function meaningOf(status: number): string {
  if (status === 201) return "Created";
  if (status === 304) return "Not modified since the reply whose `ETag` you sent as `If-None-Match`";
  return status === 204 ? "Success, without a response body" : "Success";
}

/** Creates the OpenAPI 3.1 document of these operations, in this order, from the schemas that validate requests. */
export function describeApi(operations: readonly Operation[]) {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  const used = new Set(operations.map(({ tag }) => tag));
  const { BASE_URL } = env();
  const document = createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "Sightline Integration API",
        version: API_VERSION,
        description: DESCRIPTION,
        contact: { name: "Sightline documentation", url: `${BASE_URL}/docs` },
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: `${BASE_URL}/api/v1`, description: "This installation" }],
      security: operationSecurity(null),
      tags: [...used].sort((a, b) => tagOrder.indexOf(a) - tagOrder.indexOf(b)).map(describeTag),
      externalDocs: { description: "Guides and reference", url: `${BASE_URL}/docs` },
      paths,
      webhooks: describeDeliveries(),
      components: {
        schemas: {
          Problem: problemSchema,
          OAuthError: oauthErrorSchema,
          BatchHeartbeat: batchHeartbeatSchema,
          ...Object.assign({}, ...operations.map(({ protocol }) => protocol?.schemas)),
        },
        responses: sharedResponses(operations),
        headers: replyHeaders(),
        parameters: { ...requestHeaders, ...deliveryParameters() },
        securitySchemes: securitySchemes(),
      },
    },
    { override: adjustSchema },
  );
  normalizeDocument(document);
  addDescriptions(document);
  nameParameterTypes(document.paths);
  addExamples(document, operations);
  describeDefaults(document.components?.schemas ?? {});
  return { ...document };
}

const describeTag = (name: string) => ({ name, description: tagDescriptions[name] ?? name });

const requestHeaders: Record<string, oas31.ParameterObject> = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description: `Makes retries safe: if you send the same key and body again within ${IDEMPOTENCY_RETENTION_H} hours, you get the first reply again. Use visible ASCII characters, for example a UUID.`,
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
    example: "0f8e6f0c-3b0e-4c55-9d3b-6f1f6f6d2a11",
  },
  "Last-Event-ID": {
    name: "Last-Event-ID",
    in: "header",
    description:
      "The `id` of the last event that you received. The stream continues after it. Browsers send this header automatically.",
    schema: { type: "string" },
    example: `event_${EXAMPLE_SUFFIX}`,
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    description: "The `ETag` that you read. If it is no longer current, nothing is changed (412).",
    schema: { type: "string" },
    example: '"1"',
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` that you have. If it is still current, you get 304 without a body.",
    schema: { type: "string" },
    example: '"1"',
  },
};

function addExamples(document: oas31.OpenAPIObject, operations: readonly Operation[]): void {
  const schemas: OpenApiSchemas = document.components?.schemas ?? {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase() as "get" | "post" | "patch" | "delete";
    const described = document.paths?.[operation.path]?.[method];
    const body = (described?.requestBody as oas31.RequestBodyObject | undefined)?.content[bodyType(operation)];
    if (body?.schema) body.examples = bodyExamples(operation.id, body.schema, schemas);
    for (const status of [operation.status, ...(operation.otherStatus ? [operation.otherStatus.status] : [])]) {
      const content = (described?.responses?.[status] as oas31.ResponseObject | undefined)?.content ?? {};
      for (const [type, media] of Object.entries(content)) {
        media.example = successExample(operation, status, type, media.schema ?? {}, schemas);
      }
    }
  }
}

export type OpenApiDocument = ReturnType<typeof describeApi>;
