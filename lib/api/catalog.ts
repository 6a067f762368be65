import { z } from "zod";
import * as account from "@/lib/account/operations";
import * as alerts from "@/lib/alerts/operations";
import * as analytics from "@/lib/analytics/operations";
import * as audit from "@/lib/audit/operations";
import * as cameras from "@/lib/cameras/operations";
import * as email from "@/lib/emails/operations";
import * as events from "@/lib/events/operations";
import { eventTypeSchema } from "@/lib/events/schema";
import { defineOperation, type Operation } from "@/lib/http/operation";
import * as invitations from "@/lib/invitations/operations";
import * as keys from "@/lib/keys/operations";
import * as members from "@/lib/members/operations";
import * as notes from "@/lib/notes/operations";
import * as oauth from "@/lib/oauth/operations";
import * as organizations from "@/lib/organizations/operations";
import * as pagerDuty from "@/lib/pagerduty/operations";
import * as requests from "@/lib/requests/operations";
import * as sites from "@/lib/sites/operations";
import * as webhooks from "@/lib/webhooks/operations";
import { describeApi, inReferenceOrder, type OpenApiDocument } from "./document";
import { eventJsonSchema } from "./event-schemas";

export const getOpenApi = defineOperation(
  {
    id: "getOpenApi",
    method: "GET",
    path: "/openapi.json",
    tag: "Account",
    summary: "Get the OpenAPI document",
    description: "The OpenAPI 3.1 document, generated from the server's validators. Doesn't need a key.",
    access: "public",
    constant: true,
    status: 200,
    response: z.record(z.string(), z.unknown()).meta({ id: "OpenApiDocument", description: "An OpenAPI document" }),
  },
  () => openApiDocument(),
);

export const getEventSchema = defineOperation(
  {
    id: "getEventSchema",
    method: "GET",
    path: "/events/schemas/{type}",
    tag: "Events",
    summary: "Get the JSON Schema of an event type",
    description:
      "The JSON Schema (draft 2020-12) of the body that webhooks receive. Its `$defs` have the schemas of the event's `data` and of thin bodies. Doesn't need a key.",
    access: "public",
    constant: true,
    params: z.object({ type: eventTypeSchema.meta({ description: "The event type" }) }),
    status: 200,
    response: z.record(z.string(), z.unknown()).meta({ id: "JsonSchema", description: "A JSON Schema" }),
  },
  (_, { params }) => eventJsonSchema(openApiDocument(), params.type),
);

/** All operations of the API. Routes, validation, documents, the typed client and contract tests use this list. */
export const catalog: readonly Operation[] = [
  ...Object.values(alerts),
  ...Object.values(notes),
  ...Object.values(cameras),
  ...Object.values(sites),
  ...Object.values(analytics),
  ...Object.values(events),
  ...Object.values(webhooks),
  ...Object.values(pagerDuty),
  ...Object.values(organizations),
  ...Object.values(account),
  ...Object.values(members),
  ...Object.values(invitations),
  ...Object.values(keys),
  ...Object.values(oauth),
  ...Object.values(audit),
  ...Object.values(email),
  ...Object.values(requests),
  getOpenApi,
  getEventSchema,
];

/** The operations for partners' systems, which the OpenAPI document describes. */
export const publicCatalog = catalog.filter(({ access, id, form }) => {
  if (access === "public") return id === getOpenApi.id || id === getEventSchema.id || form;
  return access === "any" || (typeof access === "object" && "scope" in access);
});

/** All paths of the API, relative to `/api/v1`. */
export const paths = [...new Set(catalog.map(({ path }) => path))];

/** The public operations, in the order of the API reference. */
export const referenceOrder: readonly Operation[] = inReferenceOrder(publicCatalog);

let document: OpenApiDocument | undefined;

/** Returns the OpenAPI 3.1 document of the public operations. It is created on first use. */
export function openApiDocument(): OpenApiDocument {
  document ??= describeApi(referenceOrder);
  return document;
}
