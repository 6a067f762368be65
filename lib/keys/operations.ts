import { operation } from "@/lib/http/operation";
import { pageQuery } from "@/lib/http/wire";
import { apiKey, apiKeyCreate, apiKeyList, apiKeyRotate, apiKeySecret, apiKeyUpdate, keyParams } from "./schema";

const tag = "API keys";
const access = { role: "admin" } as const;

export const listKeys = operation({
  id: "listKeys",
  method: "GET",
  path: "/keys",
  tag,
  summary: "List API keys",
  description: "Those that work first, the newest first within each.",
  access,
  query: pageQuery,
  status: 200,
  response: apiKeyList,
  errors: ["invalid_cursor"],
});

export const createKey = operation({
  id: "createKey",
  method: "POST",
  path: "/keys",
  tag,
  summary: "Create an API key",
  access,
  body: apiKeyCreate,
  status: 201,
  response: apiKeySecret,
  errors: ["limit_reached", "api_access_disabled"],
});

export const getKey = operation({
  id: "getKey",
  method: "GET",
  path: "/keys/{id}",
  tag,
  summary: "Get an API key",
  access,
  params: keyParams,
  status: 200,
  response: apiKey,
});

export const updateKey = operation({
  id: "updateKey",
  method: "PATCH",
  path: "/keys/{id}",
  tag,
  summary: "Change an API key, or disable and enable it",
  description:
    "Changes the fields that you send and leaves the others. Send the `ETag` you read as `If-Match` so that you don't overwrite someone else's change.",
  access,
  params: keyParams,
  body: apiKeyUpdate,
  status: 200,
  response: apiKey,
  errors: ["conflict", "version_mismatch"],
});

export const rotateKey = operation({
  id: "rotateKey",
  method: "POST",
  path: "/keys/{id}/rotate",
  tag,
  summary: "Replace an API key by a new one",
  access,
  params: keyParams,
  body: apiKeyRotate,
  bodyOptional: true,
  status: 201,
  response: apiKeySecret,
  errors: ["conflict", "limit_reached"],
});

export const revokeKey = operation({
  id: "revokeKey",
  method: "POST",
  path: "/keys/{id}/revoke",
  tag,
  summary: "Revoke an API key for good",
  access,
  params: keyParams,
  status: 200,
  response: apiKey,
});
