import { route } from "@/lib/http/route";
import { leaveOrganization } from "@/lib/members/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(leaveOrganization);
