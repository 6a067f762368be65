import { defineOperation } from "@/lib/http/operation";
import { readSite, readSites } from "./reads";
import {
  siteCreateSchema,
  siteListQuerySchema,
  siteListSchema,
  siteParamsSchema,
  siteSchema,
  siteUpdateSchema,
} from "./schema";
import { addSite, changeSite, removeSite } from "./writes";

const tag = "Sites";

export const listSites = defineOperation(
  {
    id: "listSites",
    method: "GET",
    path: "/sites",
    tag,
    summary: "List sites",
    description: "Lists your organization's sites, newest first, each with its number of cameras.",
    access: { scope: "cameras:read" },
    query: siteListQuerySchema,
    replica: true,
    status: 200,
    response: siteListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readSites(ctx, query),
);

export const createSite = defineOperation(
  {
    id: "createSite",
    method: "POST",
    path: "/sites",
    tag,
    summary: "Create a site",
    description: "A place where cameras are installed. Only `name` is required.",
    access: { scope: "cameras:write" },
    body: siteCreateSchema,
    location: true,
    status: 201,
    response: siteSchema,
  },
  (ctx, { body }) => addSite(ctx, body),
);

export const getSite = defineOperation(
  {
    id: "getSite",
    method: "GET",
    path: "/sites/{id}",
    tag,
    summary: "Get a site",
    description: "Returns the site with its number of cameras.",
    access: { scope: "cameras:read" },
    params: siteParamsSchema,
    status: 200,
    response: siteSchema,
  },
  (ctx, { params }) => readSite(ctx, params.id),
);

export const updateSite = defineOperation(
  {
    id: "updateSite",
    method: "PATCH",
    path: "/sites/{id}",
    tag,
    summary: "Update a site",
    description:
      "Changes the fields that you send and leaves the others. Send the `ETag` you read as `If-Match` so that you don't overwrite someone else's change.",
    access: { scope: "cameras:write" },
    params: siteParamsSchema,
    body: siteUpdateSchema,
    headers: ["if-match"],
    status: 200,
    response: siteSchema,
  },
  (ctx, { params, body, headers }) => changeSite(ctx, params.id, body, headers["if-match"]),
);

export const deleteSite = defineOperation(
  {
    id: "deleteSite",
    method: "DELETE",
    path: "/sites/{id}",
    tag,
    summary: "Delete a site",
    description:
      "Fails with 409 if the site still has cameras. Move or archive them first. Alerts of archived cameras keep the site.",
    access: { scope: "cameras:write" },
    params: siteParamsSchema,
    headers: ["if-match"],
    status: 204,
    errors: ["conflict"],
  },
  (ctx, { params, headers }) => removeSite(ctx, params.id, headers["if-match"]),
);
