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
    description: "Those who joined first come first.",
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
    description: "Holds for every request that starts after the answer.",
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
      "Holds for every request that starts after the answer. API keys that the person made stay: they are the organization's.",
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
