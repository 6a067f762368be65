import { route } from "@/lib/http/route";
import { createInvitation, listInvitations } from "@/lib/invitations/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listInvitations, createInvitation);
