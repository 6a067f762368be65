import { operation } from "@/lib/http/operation";
import { site, siteCreate, siteList, siteParams, siteQuery, siteUpdate } from "./schema";

const tag = "Sites";

export const listSites = operation({
  id: "listSites",
  method: "GET",
  path: "/sites",
  tag,
  summary: "List sites",
  description: "The places of your organization, newest first, each with the number of cameras that stand there.",
  access: { scope: "cameras:read" },
  query: siteQuery,
  replica: true,
  status: 200,
  response: siteList,
  errors: ["invalid_cursor"],
});

export const createSite = operation({
  id: "createSite",
  method: "POST",
  path: "/sites",
  tag,
  summary: "Create a site",
  description: "A place where cameras stand. Only `name` is required.",
  access: { scope: "cameras:write" },
  body: siteCreate,
  status: 201,
  response: site,
});

export const getSite = operation({
  id: "getSite",
  method: "GET",
  path: "/sites/{id}",
  tag,
  summary: "Get a site",
  description: "What is stored of it, and how many cameras stand there.",
  access: { scope: "cameras:read" },
  params: siteParams,
  status: 200,
  response: site,
});

export const updateSite = operation({
  id: "updateSite",
  method: "PATCH",
  path: "/sites/{id}",
  tag,
  summary: "Update a site",
  description:
    "Changes what is named and leaves the rest. Send the `ETag` you read as `If-Match` and nobody's change is overwritten.",
  access: { scope: "cameras:write" },
  params: siteParams,
  body: siteUpdate,
  status: 200,
  response: site,
  errors: ["version_mismatch"],
});

export const deleteSite = operation({
  id: "deleteSite",
  method: "DELETE",
  path: "/sites/{id}",
  tag,
  summary: "Delete a site",
  description:
    "Refused with 409 while cameras stand there: move or archive them first. Alerts of archived cameras still name it.",
  access: { scope: "cameras:write" },
  params: siteParams,
  status: 204,
  errors: ["conflict", "version_mismatch"],
});
