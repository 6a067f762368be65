import { defineOperation } from "@/lib/http/operation";
import { readMe, readOrganization } from "./reads";
import { meSchema, organizationCreateSchema, organizationSchema, organizationUpdateSchema } from "./schema";
import { addOrganization, changeOrganization } from "./writes";

const tag = "Account";

export const getMe = defineOperation(
  {
    id: "getMe",
    method: "GET",
    path: "/me",
    tag,
    summary: "Identify the credential",
    description:
      "Returns the organization, the credential with its scopes and expiry, and the rate limits with the remaining requests.",
    access: "any",
    status: 200,
    response: meSchema,
  },
  (ctx) => readMe(ctx),
);

export const getOrganization = defineOperation(
  {
    id: "getOrganization",
    method: "GET",
    path: "/organization",
    tag,
    summary: "Get the organization's settings",
    access: { role: "viewer" },
    status: 200,
    response: organizationSchema,
  },
  (ctx) => readOrganization(ctx),
);

export const updateOrganization = defineOperation(
  {
    id: "updateOrganization",
    method: "PATCH",
    path: "/organization",
    tag,
    summary: "Change the organization's settings",
    description:
      "Changes the fields that you send and leaves the others. Send the `ETag` you read as `If-Match` so that you don't overwrite someone else's change.",
    access: { role: "admin" },
    body: organizationUpdateSchema,
    headers: ["if-match"],
    status: 200,
    response: organizationSchema,
    errors: ["conflict"],
  },
  (ctx, { body, headers }) => changeOrganization(ctx, body, headers["if-match"]),
);

export const createOrganization = defineOperation(
  {
    id: "createOrganization",
    method: "POST",
    path: "/organizations",
    tag,
    summary: "Create an organization with you as its admin",
    access: "person",
    body: organizationCreateSchema,
    status: 201,
    response: organizationSchema,
    errors: ["limit_reached"],
  },
  (ctx, { body }) => addOrganization(ctx, body),
);
