import { defineOperation } from "@/lib/http/operation";
import { pageQuerySchema } from "@/lib/http/wire";
import { DEFAULT_OVERLAP_S } from "@/lib/values";
import { readKey, readKeys } from "./reads";
import {
  apiKeyCreateSchema,
  apiKeyListSchema,
  apiKeyRotateSchema,
  apiKeySchema,
  apiKeySecretSchema,
  apiKeyUpdateSchema,
  keyParamsSchema,
} from "./schema";
import { changeKey } from "./update";
import { addKey, endKey, replaceKey } from "./writes";

const tag = "API keys";
const access = { role: "admin" } as const;

export const listKeys = defineOperation(
  {
    id: "listKeys",
    method: "GET",
    path: "/keys",
    tag,
    summary: "List API keys",
    description: "Returns active keys before inactive ones, newest first.",
    access,
    query: pageQuerySchema,
    status: 200,
    response: apiKeyListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readKeys(ctx, query),
);

export const createKey = defineOperation(
  {
    id: "createKey",
    method: "POST",
    path: "/keys",
    tag,
    summary: "Create an API key",
    access,
    body: apiKeyCreateSchema,
    status: 201,
    response: apiKeySecretSchema,
    errors: ["limit_reached", "api_access_disabled"],
  },
  (ctx, { body }) => addKey(ctx, body),
);

export const getKey = defineOperation(
  {
    id: "getKey",
    method: "GET",
    path: "/keys/{id}",
    tag,
    summary: "Get an API key",
    access,
    params: keyParamsSchema,
    status: 200,
    response: apiKeySchema,
  },
  (ctx, { params }) => readKey(ctx, params.id),
);

export const updateKey = defineOperation(
  {
    id: "updateKey",
    method: "PATCH",
    path: "/keys/{id}",
    tag,
    summary: "Change an API key, or disable and enable it",
    description:
      "Changes the fields that you send and leaves the others. Send the `ETag` you read as `If-Match` so that you don't overwrite someone else's change.",
    access,
    params: keyParamsSchema,
    body: apiKeyUpdateSchema,
    headers: ["if-match"],
    status: 200,
    response: apiKeySchema,
    errors: ["conflict"],
  },
  (ctx, { params, body, headers }) => changeKey(ctx, params.id, body, headers["if-match"]),
);

export const rotateKey = defineOperation(
  {
    id: "rotateKey",
    method: "POST",
    path: "/keys/{id}/rotate",
    tag,
    summary: "Rotate an API key",
    access,
    params: keyParamsSchema,
    body: apiKeyRotateSchema,
    bodyOptional: true,
    status: 201,
    response: apiKeySecretSchema,
    errors: ["conflict", "limit_reached"],
  },
  (ctx, { params, body }) => replaceKey(ctx, params.id, body?.overlap_s ?? DEFAULT_OVERLAP_S),
);

export const revokeKey = defineOperation(
  {
    id: "revokeKey",
    method: "POST",
    path: "/keys/{id}/revoke",
    tag,
    summary: "Revoke an API key permanently",
    access,
    params: keyParamsSchema,
    status: 200,
    response: apiKeySchema,
  },
  (ctx, { params }) => endKey(ctx, params.id),
);
