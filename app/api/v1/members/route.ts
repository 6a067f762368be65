import { route } from "@/lib/http/route";
import { listMembers } from "@/lib/members/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listMembers);
