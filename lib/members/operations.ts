import { operation } from "@/lib/http/operation";
import { memberList } from "./schema";

export const listMembers = operation({
  id: "listMembers",
  method: "GET",
  path: "/members",
  tag: "Members",
  summary: "List the members of the organization",
  access: { role: "viewer" },
  status: 200,
  response: memberList,
});
