import { defineOperation } from "@/lib/http/operation";
import { pageQuerySchema } from "@/lib/http/wire";
import { readMembers } from "./reads";
import { memberListSchema, memberParamsSchema, memberSchema, memberUpdateSchema } from "./schema";
import { changeMember, endMembership, endOwnMembership } from "./writes";

const tag = "Members";

export const listMembers = defineOperation(
  {
    id: "listMembers",
    method: "GET",
    path: "/members",
    tag,
    summary: "List the members of the organization",
    description: "Sorted by when they joined.",
    access: { role: "viewer" },
    query: pageQuerySchema,
    status: 200,
    response: memberListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readMembers(ctx, query),
);

export const updateMember = defineOperation(
  {
    id: "updateMember",
    method: "PATCH",
    path: "/members/{id}",
    tag,
    summary: "Change a member's role",
    description: "Takes effect with the member's next request.",
    access: { role: "admin" },
    params: memberParamsSchema,
    body: memberUpdateSchema,
    status: 200,
    response: memberSchema,
    errors: ["last_admin"],
  },
  (ctx, { params, body }) => changeMember(ctx, params.id, body),
);

export const removeMember = defineOperation(
  {
    id: "removeMember",
    method: "DELETE",
    path: "/members/{id}",
    tag,
    summary: "Remove a member",
    description:
      "Takes effect with the member's next request. API keys that the person created are kept, because they belong to the organization.",
    access: { role: "admin" },
    params: memberParamsSchema,
    status: 204,
    errors: ["last_admin"],
  },
  (ctx, { params }) => endMembership(ctx, params.id),
);

export const leaveOrganization = defineOperation(
  {
    id: "leaveOrganization",
    method: "POST",
    path: "/members/leave",
    tag,
    summary: "Leave the organization",
    access: { role: "viewer" },
    status: 204,
    errors: ["last_admin"],
  },
  (ctx) => endOwnMembership(ctx),
);
