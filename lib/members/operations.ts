import { operation } from "@/lib/http/operation";
import { pageQuery } from "@/lib/http/wire";
import { member, memberList, memberParams, memberUpdate } from "./schema";

const tag = "Members";

export const listMembers = operation({
  id: "listMembers",
  method: "GET",
  path: "/members",
  tag,
  summary: "List the members of the organization",
  description: "Those who joined first come first.",
  access: { role: "viewer" },
  query: pageQuery,
  status: 200,
  response: memberList,
  errors: ["invalid_cursor"],
});

export const updateMember = operation({
  id: "updateMember",
  method: "PATCH",
  path: "/members/{id}",
  tag,
  summary: "Change a member's role",
  description: "Holds for every request that starts after the answer.",
  access: { role: "admin" },
  params: memberParams,
  body: memberUpdate,
  status: 200,
  response: member,
  errors: ["last_admin"],
});

export const removeMember = operation({
  id: "removeMember",
  method: "DELETE",
  path: "/members/{id}",
  tag,
  summary: "Remove a member",
  description:
    "Holds for every request that starts after the answer. API keys that the person made stay: they are the organization's.",
  access: { role: "admin" },
  params: memberParams,
  status: 204,
  errors: ["last_admin"],
});

export const leaveOrganization = operation({
  id: "leaveOrganization",
  method: "POST",
  path: "/members/leave",
  tag,
  summary: "Leave the organization",
  access: { role: "viewer" },
  status: 204,
  errors: ["last_admin"],
});
