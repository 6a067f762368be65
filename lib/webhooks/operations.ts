import { defineOperation } from "@/lib/http/operation";
import { pageQuerySchema } from "@/lib/http/wire";
import { readDeliveries, readDelivery, readWebhook, readWebhooks } from "./reads";
import { recoverDeliveries, repeatDelivery, replayDeliveries } from "./resend";
import {
  deliveryDetailSchema,
  deliveryListQuerySchema,
  deliveryListSchema,
  deliveryParamsSchema,
  ROTATION_TEXT,
  webhookCreateSchema,
  webhookListSchema,
  webhookParamsSchema,
  webhookPreviewRequestSchema,
  webhookPreviewSchema,
  webhookRecoverSchema,
  webhookRecoverySchema,
  webhookReplayResultSchema,
  webhookReplaySchema,
  webhookSchema,
  webhookSecretSchema,
  webhookTestSchema,
  webhookUpdateSchema,
} from "./schema";
import { previewDelivery, sendTestDelivery } from "./send-test";
import { readWebhookStatistics } from "./statistics";
import { webhookStatisticsQuerySchema, webhookStatisticsSchema } from "./statistics-schema";
import { addWebhook, changeWebhook, removeWebhook, rotateSigningSecret } from "./writes";

const tag = "Webhooks";
const access = { scope: "webhooks:manage" } as const;

export const listWebhooks = defineOperation(
  {
    id: "listWebhooks",
    method: "GET",
    path: "/webhooks",
    tag,
    summary: "List webhooks",
    description: "Returns your organization's webhooks, newest first.",
    access,
    query: pageQuerySchema,
    status: 200,
    response: webhookListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readWebhooks(ctx, query),
);

export const createWebhook = defineOperation(
  {
    id: "createWebhook",
    method: "POST",
    path: "/webhooks",
    tag,
    summary: "Create a webhook",
    description:
      "Sends all later events to your server, in the format of Standard Webhooks, or to Slack, Microsoft Teams, PagerDuty or Discord. Each event is delivered at least once. Use the header `webhook-id` to detect repeats, and the signing secret to verify the signature.",
    access,
    body: webhookCreateSchema,
    status: 201,
    response: webhookSecretSchema,
    errors: ["limit_reached"],
  },
  (ctx, { body }) => addWebhook(ctx, body),
);

export const getWebhook = defineOperation(
  {
    id: "getWebhook",
    method: "GET",
    path: "/webhooks/{id}",
    tag,
    summary: "Get a webhook",
    description: "Returns the webhook with the state of its deliveries. The signing secret isn't included.",
    access,
    params: webhookParamsSchema,
    status: 200,
    response: webhookSchema,
  },
  (ctx, { params }) => readWebhook(ctx, params.id),
);

export const updateWebhook = defineOperation(
  {
    id: "updateWebhook",
    method: "PATCH",
    path: "/webhooks/{id}",
    tag,
    summary: "Change a webhook, or disable and enable it",
    description:
      "Changes the fields that you send and leaves the others. Send the `ETag` you read as `If-Match` so that you don't overwrite someone else's change.",
    access,
    params: webhookParamsSchema,
    body: webhookUpdateSchema,
    headers: ["if-match"],
    status: 200,
    response: webhookSchema,
  },
  (ctx, { params, body, headers }) => changeWebhook(ctx, params.id, body, headers["if-match"]),
);

export const deleteWebhook = defineOperation(
  {
    id: "deleteWebhook",
    method: "DELETE",
    path: "/webhooks/{id}",
    tag,
    summary: "Delete a webhook with its deliveries",
    description: "Nothing more is sent after the reply, except for a request that has already begun.",
    access,
    params: webhookParamsSchema,
    headers: ["if-match"],
    status: 204,
  },
  (ctx, { params, headers }) => removeWebhook(ctx, params.id, headers["if-match"]),
);

export const testWebhook = defineOperation(
  {
    id: "testWebhook",
    method: "POST",
    path: "/webhooks/{id}/test",
    // Without an `Idempotency-Key`, no transaction waits for the receiver.
    keyless: true,
    tag,
    summary: "Send a test delivery",
    description: "Sends an example event now, and returns the result. It isn't repeated or listed.",
    access,
    params: webhookParamsSchema,
    status: 200,
    response: webhookTestSchema,
  },
  (ctx, { params }) => sendTestDelivery(ctx, params.id),
);

export const previewWebhook = defineOperation(
  {
    id: "previewWebhook",
    method: "POST",
    path: "/webhooks/preview",
    tag,
    summary: "Preview a webhook's body",
    description:
      "Returns the body that a webhook with these settings would send for one of your events. Nothing is sent or stored.",
    access,
    body: webhookPreviewRequestSchema,
    status: 200,
    response: webhookPreviewSchema,
  },
  (ctx, { body }) => previewDelivery(ctx, body),
);

export const rotateWebhookSecret = defineOperation(
  {
    id: "rotateWebhookSecret",
    method: "POST",
    path: "/webhooks/{id}/rotate-secret",
    tag,
    summary: "Rotate a webhook's signing secret",
    description: ROTATION_TEXT,
    access,
    params: webhookParamsSchema,
    status: 200,
    response: webhookSecretSchema,
  },
  (ctx, { params }) => rotateSigningSecret(ctx, params.id),
);

export const listDeliveries = defineOperation(
  {
    id: "listDeliveries",
    method: "GET",
    path: "/webhooks/{id}/deliveries",
    tag,
    summary: "List a webhook's deliveries",
    description: "Returns the deliveries of the last 30 days, newest first.",
    access,
    params: webhookParamsSchema,
    query: deliveryListQuerySchema,
    status: 200,
    response: deliveryListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { params, query }) => readDeliveries(ctx, params.id, query),
);

export const getDelivery = defineOperation(
  {
    id: "getDelivery",
    method: "GET",
    path: "/webhooks/{id}/deliveries/{did}",
    tag,
    summary: "Get a delivery with its attempts",
    description: "Returns the delivery with its body, and every attempt with the reply.",
    access,
    params: deliveryParamsSchema,
    status: 200,
    response: deliveryDetailSchema,
  },
  (ctx, { params }) => readDelivery(ctx, params.id, params.did),
);

export const redeliver = defineOperation(
  {
    id: "redeliver",
    method: "POST",
    path: "/webhooks/{id}/deliveries/{did}/redeliver",
    tag,
    summary: "Send a delivery again",
    description: "Makes the delivery due now, with a new schedule of attempts. The `webhook-id` stays the same.",
    access,
    params: deliveryParamsSchema,
    status: 200,
    response: deliveryDetailSchema,
    errors: ["conflict"],
  },
  (ctx, { params }) => repeatDelivery(ctx, params.id, params.did),
);

export const recoverWebhook = defineOperation(
  {
    id: "recoverWebhook",
    method: "POST",
    path: "/webhooks/{id}/recover",
    tag,
    summary: "Resend failed deliveries",
    description:
      "Sends all deliveries since a time that failed or wait for a retry. Use it after you fixed your server. If the webhook is disabled, they are sent when you enable it.",
    // Repeating it is harmless, and a transaction for the key would lock the webhook for all batches.
    keyless: true,
    access,
    params: webhookParamsSchema,
    body: webhookRecoverSchema,
    status: 200,
    response: webhookRecoverySchema,
  },
  (ctx, { params, body }) => recoverDeliveries(ctx, params.id, new Date(body.since)),
);

export const replayWebhook = defineOperation(
  {
    id: "replayWebhook",
    method: "POST",
    path: "/webhooks/{id}/replay",
    tag,
    summary: "Send a webhook's events to another webhook",
    description:
      "Sends the events of this webhook's deliveries in a time range to another webhook, with the same `webhook-id`. The other webhook's event types and filter don't matter, but PagerDuty gets only events that it supports. Events that aren't deliveries of this webhook yet aren't sent (`feed_lag_s` shows their age). An event that it already received is sent again.",
    // Repeating it is harmless, and a transaction for the key would lock the webhook for all batches.
    keyless: true,
    access,
    params: webhookParamsSchema,
    body: webhookReplaySchema,
    status: 200,
    response: webhookReplayResultSchema,
  },
  (ctx, { params, body }) => replayDeliveries(ctx, params.id, body),
);

export const getWebhookStatistics = defineOperation(
  {
    id: "getWebhookStatistics",
    method: "GET",
    path: "/webhooks/{id}/statistics",
    tag,
    summary: "Get a webhook's statistics",
    description:
      "Counts the attempts of a period that ends now, per bucket, with how long the receiver took. Also returns what waits to be sent now. Test deliveries aren't counted.",
    access,
    params: webhookParamsSchema,
    query: webhookStatisticsQuerySchema,
    status: 200,
    response: webhookStatisticsSchema,
  },
  (ctx, { params, query }) => readWebhookStatistics(ctx, params.id, query.period),
);
