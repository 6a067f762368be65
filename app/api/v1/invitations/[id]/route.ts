import { route } from "@/lib/http/route";
import { revokeInvitation } from "@/lib/invitations/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(revokeInvitation);
