import { z } from "zod";
import { defineOperation } from "@/lib/http/operation";
import { idSchema, pageQuerySchema } from "@/lib/http/wire";
import { completePasswordReset, startPasswordReset } from "./password-reset";
import { readAccount, readSessions } from "./reads";
import {
  accountSchema,
  accountUpdateSchema,
  emailVerificationSchema,
  emailVerifiedSchema,
  endedSessionsSchema,
  passwordChangeSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
  recoveryCodeSetSchema,
  sessionListSchema,
  signedUpSchema,
  signUpSchema as signUpBody,
  twoFactorBeginSchema,
  twoFactorCodeSchema,
  twoFactorEndSchema,
  twoFactorStartSchema,
} from "./schema";
import { confirmEmail, registerAccount } from "./sign-up";
import { beginTwoFactorSetup, disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from "./two-factor";
import { changeAccount, replacePassword, revokeOtherSessions, revokeSession } from "./writes";

const tag = "Your account";

export const signUp = defineOperation(
  {
    id: "signUp",
    method: "POST",
    path: "/sign-up",
    tag,
    summary: "Create an account with its own organization, or in the organization that invited you",
    description:
      "Without an invitation, a server that sends email returns 202, whether or not the email has an account. `POST /account/verify-email` then creates the account, with the token from the emailed link. Otherwise, the account is created immediately.",
    access: "public",
    sameOrigin: true,
    body: signUpBody,
    status: 201,
    otherStatus: { status: 202, when: (result) => "organization" in result && result.organization === null },
    response: signedUpSchema,
    errors: ["conflict", "gone"],
  },
  (ctx, { body }) => registerAccount(ctx, body),
);

export const verifyEmail = defineOperation(
  {
    id: "verifyEmail",
    method: "POST",
    path: "/account/verify-email",
    tag,
    summary: "Create the account, using the token from the emailed link and the sign-up password",
    access: "public",
    body: emailVerificationSchema,
    status: 201,
    response: emailVerifiedSchema,
    errors: ["gone"],
  },
  (ctx, { body }) => confirmEmail(ctx, body),
);

export const getAccount = defineOperation(
  {
    id: "getAccount",
    method: "GET",
    path: "/account",
    tag,
    summary: "Get your account",
    access: "person",
    status: 200,
    response: accountSchema,
  },
  (ctx) => readAccount(ctx),
);

export const updateAccount = defineOperation(
  {
    id: "updateAccount",
    method: "PATCH",
    path: "/account",
    tag,
    summary: "Change your name",
    access: "person",
    body: accountUpdateSchema,
    status: 200,
    response: accountSchema,
  },
  (ctx, { body }) => changeAccount(ctx, body),
);

export const changePassword = defineOperation(
  {
    id: "changePassword",
    method: "POST",
    path: "/account/password",
    tag,
    summary: "Change your password and sign out your other sessions",
    access: "person",
    keyless: true,
    body: passwordChangeSchema,
    status: 204,
    errors: ["conflict"],
  },
  (ctx, { body }) => replacePassword(ctx, body),
);

export const requestPasswordReset = defineOperation(
  {
    id: "requestPasswordReset",
    method: "POST",
    path: "/account/password-reset",
    tag,
    summary: "Request a password reset link",
    description: "The reply is the same whether or not an account has this email.",
    access: "public",
    body: passwordResetRequestSchema,
    status: 204,
  },
  (ctx, { body }) => startPasswordReset(ctx, body.email),
);

export const resetPassword = defineOperation(
  {
    id: "resetPassword",
    method: "POST",
    path: "/account/password-reset/confirm",
    tag,
    summary: "Set a new password with the token from the reset link, and sign out all sessions",
    access: "public",
    body: passwordResetSchema,
    status: 204,
    errors: ["gone"],
  },
  (ctx, { body }) => completePasswordReset(ctx, body),
);

export const listSessions = defineOperation(
  {
    id: "listSessions",
    method: "GET",
    path: "/account/sessions",
    tag,
    summary: "List your sessions",
    description: "Returns the current session first, then the others, newest first.",
    access: "person",
    query: pageQuerySchema,
    status: 200,
    response: sessionListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readSessions(ctx, query),
);

export const endSession = defineOperation(
  {
    id: "endSession",
    method: "DELETE",
    path: "/account/sessions/{id}",
    tag,
    summary: "Sign out one of your sessions",
    access: "person",
    params: z.object({ id: idSchema("session") }),
    status: 204,
  },
  (ctx, { params }) => revokeSession(ctx, params.id),
);

export const endOtherSessions = defineOperation(
  {
    id: "endOtherSessions",
    method: "POST",
    path: "/account/sessions/end-others",
    tag,
    summary: "Sign out all other sessions",
    access: "person",
    status: 200,
    response: endedSessionsSchema,
  },
  (ctx) => revokeOtherSessions(ctx),
);

export const startTwoFactor = defineOperation(
  {
    id: "startTwoFactor",
    method: "POST",
    path: "/account/two-factor",
    tag,
    summary: "Create a secret for an authenticator app",
    access: "person",
    keyless: true,
    body: twoFactorBeginSchema,
    bodyOptional: true,
    status: 200,
    response: twoFactorStartSchema,
    errors: ["conflict"],
  },
  (ctx, { body }) => beginTwoFactorSetup(ctx, body?.password),
);

export const confirmTwoFactor = defineOperation(
  {
    id: "confirmTwoFactor",
    method: "POST",
    path: "/account/two-factor/confirm",
    tag,
    summary: "Turn on two-factor sign-in with the app's first code",
    access: "person",
    keyless: true,
    body: twoFactorCodeSchema,
    status: 200,
    response: recoveryCodeSetSchema,
    errors: ["conflict"],
  },
  (ctx, { body }) => enableTwoFactor(ctx, body.code),
);

export const replaceRecoveryCodes = defineOperation(
  {
    id: "replaceRecoveryCodes",
    method: "POST",
    path: "/account/two-factor/recovery-codes",
    tag,
    summary: "Replace your recovery codes",
    access: "person",
    keyless: true,
    body: twoFactorCodeSchema,
    status: 200,
    response: recoveryCodeSetSchema,
    errors: ["conflict"],
  },
  (ctx, { body }) => renewRecoveryCodes(ctx, body.code),
);

export const endTwoFactor = defineOperation(
  {
    id: "endTwoFactor",
    method: "DELETE",
    path: "/account/two-factor",
    tag,
    summary: "Turn off two-factor sign-in",
    access: "person",
    body: twoFactorEndSchema,
    status: 204,
    errors: ["conflict"],
  },
  (ctx, { body }) => disableTwoFactor(ctx, body),
);
