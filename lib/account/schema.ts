import { z } from "zod";
import { listOf, name } from "@/lib/http/wire";
import { MAX_PASSWORD } from "@/lib/limits";
import { email, password } from "@/lib/organizations/schema";

export const account = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    has_password: z
      .boolean()
      .meta({ description: "False for somebody who signs in through an identity provider alone" }),
    two_factor: z.object({
      enabled: z.boolean(),
      enabled_at: z.string().nullable(),
      recovery_codes_left: z.int(),
      required_by: z
        .array(z.object({ slug: z.string(), name: z.string() }))
        .meta({ description: "Organizations of the person that let nobody in without it" }),
    }),
    created_at: z.string(),
  })
  .meta({ id: "Account" });
export type Account = z.output<typeof account>;

export const accountUpdate = z.strictObject({ name: name(100).optional() }).meta({ id: "AccountUpdate" });
export type AccountUpdate = z.output<typeof accountUpdate>;

const knownPassword = z
  .string()
  .min(1, "Enter your password.")
  .max(MAX_PASSWORD, `At most ${MAX_PASSWORD} characters.`);

export const passwordChange = z
  .strictObject({ current_password: knownPassword, new_password: password })
  .meta({ id: "PasswordChange" });
export type PasswordChange = z.output<typeof passwordChange>;

export const session = z
  .object({
    id: z.string(),
    device: z.string().meta({ description: "Browser and system, as far as the user agent tells" }),
    ip: z.string().nullable().meta({ description: "Where its last request came from" }),
    created_at: z.string(),
    last_seen_at: z.string().meta({ description: "Written at most once a minute" }),
    current: z.boolean().meta({ description: "Whether this very request came with it" }),
  })
  .meta({ id: "Session" });
export type Session = z.output<typeof session>;

export const sessionList = listOf(session).meta({ id: "SessionList" });
export type SessionList = z.output<typeof sessionList>;

export const endedSessions = z.object({ ended: z.int() }).meta({ id: "EndedSessions" });
export type EndedSessions = z.output<typeof endedSessions>;

const code = z.string().trim().min(1, "Enter a code.").max(40, "At most 40 characters.");

export const twoFactorCode = z.strictObject({ code }).meta({ id: "TwoFactorCode" });

export const twoFactorBegin = z
  .strictObject({
    password: knownPassword.optional().meta({ description: "Your password, unless your account has none" }),
  })
  .meta({ id: "TwoFactorBegin" });

export const twoFactorStart = z
  .object({
    secret: z.string().meta({ description: "In base32, for apps that cannot read the picture" }),
    url: z.string().meta({ description: "What the QR code holds: an `otpauth:` address" }),
  })
  .meta({ id: "TwoFactorStart" });
export type TwoFactorStart = z.output<typeof twoFactorStart>;

export const recoveryCodeSet = z
  .object({ recovery_codes: z.array(z.string()) })
  .meta({ id: "RecoveryCodes", description: "Shown this once; each signs in once in place of the app's code" });
export type RecoveryCodeSet = z.output<typeof recoveryCodeSet>;

export const twoFactorEnd = z
  .strictObject({ password: knownPassword.optional(), code: code.optional() })
  .refine((proof) => (proof.password === undefined) !== (proof.code === undefined), {
    error: "Send either your password or a code.",
    path: ["password"],
  })
  .meta({ id: "TwoFactorEnd" });
export type TwoFactorEnd = z.output<typeof twoFactorEnd>;

export const passwordResetRequest = z.strictObject({ email }).meta({ id: "PasswordResetRequest" });

export const passwordReset = z
  .strictObject({ token: z.string().min(1).max(100), password })
  .meta({ id: "PasswordReset" });
export type PasswordReset = z.output<typeof passwordReset>;
