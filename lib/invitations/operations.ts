import { defineOperation } from "@/lib/http/operation";
import { pageQuerySchema } from "@/lib/http/wire";
import { INVITATION_D } from "@/lib/limits";
import { redeemInvitation } from "./accept";
import { readInvitations } from "./reads";
import {
  invitationAcceptSchema,
  invitationCreateSchema,
  invitationListSchema,
  invitationParamsSchema,
  invitationSentSchema,
  joinedSchema,
} from "./schema";
import { addInvitation, renewInvitation, withdrawInvitation } from "./writes";

const tag = "Members";
const access = { role: "admin" } as const;

export const listInvitations = defineOperation(
  {
    id: "listInvitations",
    method: "GET",
    path: "/invitations",
    tag,
    summary: "List pending invitations",
    access,
    query: pageQuerySchema,
    status: 200,
    response: invitationListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readInvitations(ctx, query),
);

export const createInvitation = defineOperation(
  {
    id: "createInvitation",
    method: "POST",
    path: "/invitations",
    tag,
    summary: "Invite a person",
    description: "Inviting the same email again replaces the previous link.",
    access,
    body: invitationCreateSchema,
    status: 201,
    response: invitationSentSchema,
    errors: ["conflict", "limit_reached"],
  },
  (ctx, { body }) => addInvitation(ctx, body),
);

export const resendInvitation = defineOperation(
  {
    id: "resendInvitation",
    method: "POST",
    path: "/invitations/{id}/resend",
    tag,
    summary: "Send a new link and invalidate the previous one",
    access,
    params: invitationParamsSchema,
    status: 200,
    response: invitationSentSchema,
    errors: ["conflict", "limit_reached"],
  },
  (ctx, { params }) => renewInvitation(ctx, params.id),
);

export const revokeInvitation = defineOperation(
  {
    id: "revokeInvitation",
    method: "DELETE",
    path: "/invitations/{id}",
    tag,
    summary: "Revoke an invitation",
    access,
    params: invitationParamsSchema,
    status: 204,
    errors: ["conflict"],
  },
  (ctx, { params }) => withdrawInvitation(ctx, params.id),
);

export const acceptInvitation = defineOperation(
  {
    id: "acceptInvitation",
    method: "POST",
    path: "/invitations/accept",
    tag,
    summary: "Join the organization that invited you",
    description: `Works only for the account with the invited email. Each link works once and expires after ${INVITATION_D} days.`,
    access: "person",
    body: invitationAcceptSchema,
    status: 200,
    response: joinedSchema,
    errors: ["gone"],
  },
  (ctx, { body }) => redeemInvitation(ctx, body.token),
);
