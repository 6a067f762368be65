import { route } from "@/lib/http/route";
import { acceptInvitation } from "@/lib/invitations/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(acceptInvitation);
