import type { oas31, ZodOpenApiOperationObject } from "zod-openapi";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { eventComponent } from "@/lib/events/definition";
import { FAILING_WEBHOOK_D } from "@/lib/limits";
import { OUTBOUND_TIMEOUT_S } from "@/lib/outbound/limits";
import { bodySchemas, eventDefinitions } from "@/lib/webhooks/bodies";
import { EXAMPLE_TIME } from "./example-values";

/** Returns the headers of a delivery, as parameters of the OpenAPI document. */
export const deliveryParameters = (): Record<string, oas31.ParameterObject> => ({
  "Webhook-Id": header("webhook-id", "The event's ID. It is the same in every attempt", `event_${EXAMPLE_SUFFIX}`),
  "Webhook-Timestamp": header(
    "webhook-timestamp",
    "When the attempt was made, in seconds since 1970. Reject deliveries that are older than five minutes",
    String(Date.parse(EXAMPLE_TIME) / 1_000),
  ),
  "Webhook-Signature": header(
    "webhook-signature",
    "The signatures, separated by spaces: `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. After a rotation of the secret there are two",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
});

const header = (name: string, description: string, example: string): oas31.ParameterObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const responses = {
  "2XX": { description: `The event was received. Reply within ${OUTBOUND_TIMEOUT_S} seconds` },
  410: { description: "Disables the webhook" },
  default: {
    description: `The delivery is tried again later, at least \`Retry-After\` seconds if the reply has this header. If none succeeds for ${FAILING_WEBHOOK_D} days, the webhook is disabled`,
  },
};

const delivery = (operationId: string, summary: string, description: string): ZodOpenApiOperationObject => ({
  operationId,
  tags: ["Webhooks"],
  summary,
  description,
  security: [],
  parameters: Object.keys(deliveryParameters()).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  responses,
});

/**
 * Returns the `webhooks` of the OpenAPI document: a request for each event type, and one with a thin body for each
 * subject. They are separate, because many code generators don't support a union of both.
 */
export function describeDeliveries(): Record<string, { post: ZodOpenApiOperationObject }> {
  const full = bodySchemas.full.map(({ type, schema }) => {
    const { when, example } = eventDefinitions[type];
    const request = delivery(`on${eventComponent(type)}`, `Delivery of ${type}`, `${when} Sent with \`body: full\`.`);
    const body = { type, timestamp: EXAMPLE_TIME, data: example };
    const content = { "application/json": { schema, example: body } };
    return [type, { post: { ...request, requestBody: { required: true, content } } }];
  });
  const thin = bodySchemas.thin.map(({ subject, schema, example }) => {
    const description = `Each event about the ${subject}, for a webhook with \`body: thin\`. Read the current state from the API.`;
    const request = delivery(`onThin${eventComponent(subject)}`, `Thin delivery about the ${subject}`, description);
    const content = { "application/json": { schema, example: { ...example, timestamp: EXAMPLE_TIME } } };
    return [`thin.${subject}`, { post: { ...request, requestBody: { required: true, content } } }];
  });
  return Object.fromEntries([...full, ...thin]);
}
