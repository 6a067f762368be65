import { operation } from "@/lib/http/operation";
import { me, organization, organizationCreate, organizationUpdate } from "./schema";

const tag = "Account";

export const getMe = operation({
  id: "getMe",
  method: "GET",
  path: "/me",
  tag,
  summary: "Who am I",
  description: "The organization, the credential with its scopes and expiry, the limits and what is left of them.",
  access: "any",
  status: 200,
  response: me,
});

export const getOrganization = operation({
  id: "getOrganization",
  method: "GET",
  path: "/organization",
  tag,
  summary: "Get the organization's settings",
  access: { role: "viewer" },
  status: 200,
  response: organization,
});

export const updateOrganization = operation({
  id: "updateOrganization",
  method: "PATCH",
  path: "/organization",
  tag,
  summary: "Change the organization's settings",
  description:
    "Changes the fields that you send and leaves the others. Send the `ETag` you read as `If-Match` so that you don't overwrite someone else's change.",
  access: { role: "admin" },
  body: organizationUpdate,
  status: 200,
  response: organization,
  errors: ["conflict", "version_mismatch"],
});

export const createOrganization = operation({
  id: "createOrganization",
  method: "POST",
  path: "/organizations",
  tag,
  summary: "Make an organization with yourself as its admin",
  access: "person",
  body: organizationCreate,
  status: 201,
  response: organization,
  errors: ["limit_reached"],
});
