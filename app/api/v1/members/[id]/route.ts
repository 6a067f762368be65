import { route } from "@/lib/http/route";
import { removeMember, updateMember } from "@/lib/members/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(updateMember, removeMember);
