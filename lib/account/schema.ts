import { z } from "zod";
import { listSchema, nameSchema } from "@/lib/http/wire";
import { MAX_PASSWORD, MIN_PASSWORD } from "@/lib/limits";
import { emailAddressSchema } from "@/lib/organizations/schema";

/**
 * Validates a password's length in characters. Zod's own length checks count UTF-16 code units, of which most
 * emoji need two.
 */
const characters = (minimum: number, tooShort: string) =>
  z.string().check(({ value, issues }) => {
    const { length } = [...value];
    const limit = { origin: "string", input: value } as const;
    if (length < minimum) issues.push({ ...limit, code: "too_small", minimum, message: tooShort });
    const tooLong = `Use at most ${MAX_PASSWORD} characters.`;
    if (length > MAX_PASSWORD) issues.push({ ...limit, code: "too_big", maximum: MAX_PASSWORD, message: tooLong });
  });

const password = characters(MIN_PASSWORD, `Use at least ${MIN_PASSWORD} characters.`);
const knownPassword = characters(1, "Enter your password.");

export const accountSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    has_password: z
      .boolean()
      .meta({ description: "False for a person who signs in only through an identity provider" }),
    two_factor: z.object({
      enabled: z.boolean(),
      enabled_at: z.string().nullable(),
      recovery_codes_left: z.int(),
      required_by: z
        .array(z.object({ slug: z.string(), name: z.string() }))
        .meta({ description: "The person's organizations that require two-factor sign-in" }),
    }),
    created_at: z.string(),
  })
  .meta({ id: "Account" });
export type Account = z.output<typeof accountSchema>;

export const accountUpdateSchema = z.strictObject({ name: nameSchema(100).optional() }).meta({ id: "AccountUpdate" });
export type AccountUpdate = z.output<typeof accountUpdateSchema>;

export const passwordChangeSchema = z
  .strictObject({ current_password: knownPassword, new_password: password })
  .meta({ id: "PasswordChange" });
export type PasswordChange = z.output<typeof passwordChangeSchema>;

const sessionSchema = z
  .object({
    id: z.string(),
    device: z.string().meta({ description: "Browser and operating system, derived from the user agent" }),
    ip: z.string().nullable().meta({ description: "The IP address of its last request" }),
    created_at: z.string(),
    last_seen_at: z.string().meta({ description: "Updated at most once a minute" }),
    current: z.boolean().meta({ description: "Whether this request belongs to this session" }),
  })
  .meta({ id: "Session" });
export type Session = z.output<typeof sessionSchema>;

export const sessionListSchema = listSchema(sessionSchema).meta({ id: "SessionList" });
export type SessionList = z.output<typeof sessionListSchema>;

export const endedSessionsSchema = z.object({ ended: z.int() }).meta({ id: "EndedSessions" });
export type EndedSessions = z.output<typeof endedSessionsSchema>;

const code = z.string().trim().min(1, "Enter a code.").max(40, "At most 40 characters.");

export const twoFactorCodeSchema = z.strictObject({ code }).meta({ id: "TwoFactorCode" });

export const twoFactorBeginSchema = z
  .strictObject({
    password: knownPassword.optional().meta({ description: "Your password. Leave it out if your account has none" }),
  })
  .meta({ id: "TwoFactorBegin" });

export const twoFactorStartSchema = z
  .object({
    secret: z.string().meta({ description: "In base32, for apps that can't scan the QR code" }),
    url: z.string().meta({ description: "The content of the QR code: an `otpauth:` URI" }),
  })
  .meta({ id: "TwoFactorStart" });
export type TwoFactorStart = z.output<typeof twoFactorStartSchema>;

export const recoveryCodeSetSchema = z.object({ recovery_codes: z.array(z.string()) }).meta({
  id: "RecoveryCodes",
  description: "Shown only once. Each recovery code works once, in place of a code from the app",
});
export type RecoveryCodeSet = z.output<typeof recoveryCodeSetSchema>;

export const twoFactorEndSchema = z
  .strictObject({ password: knownPassword.optional(), code: code.optional() })
  .refine((proof) => (proof.password === undefined) !== (proof.code === undefined), {
    error: "Send either your password or a code.",
    path: ["password"],
  })
  .meta({ id: "TwoFactorEnd" });
export type TwoFactorEnd = z.output<typeof twoFactorEndSchema>;

export const passwordResetRequestSchema = z
  .strictObject({ email: emailAddressSchema })
  .meta({ id: "PasswordResetRequest" });

export const passwordResetSchema = z
  .strictObject({ token: z.string().min(1).max(100), password })
  .meta({ id: "PasswordReset" });
export type PasswordReset = z.output<typeof passwordResetSchema>;

export const signUpSchema = z
  .strictObject({
    name: nameSchema(100),
    email: emailAddressSchema,
    password,
    organization_name: nameSchema(100).optional(),
    invitation: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "The token at the end of the invitation link. Send it instead of `organization_name`" }),
  })
  .refine((input) => (input.organization_name === undefined) !== (input.invitation === undefined), {
    path: ["organization_name"],
    error: "Send either `organization_name` or `invitation`.",
  })
  .meta({ id: "SignUp" });
export type SignUp = z.output<typeof signUpSchema>;

const newOrganization = z.object({ slug: z.string(), name: z.string() });

export const signedUpSchema = z
  .object({ organization: newOrganization.nullable().meta({ description: "Null until the email is verified" }) })
  .meta({ id: "SignedUp" });
export type SignedUp = z.output<typeof signedUpSchema>;

export const emailVerificationSchema = z
  .strictObject({
    token: z.string().min(1).max(100).meta({ description: "The last part of the link" }),
    password: knownPassword.meta({ description: "The password chosen at sign-up" }),
  })
  .meta({ id: "EmailVerification" });
export type EmailVerification = z.output<typeof emailVerificationSchema>;

export const emailVerifiedSchema = z.object({ organization: newOrganization }).meta({ id: "EmailVerified" });
export type EmailVerified = z.output<typeof emailVerifiedSchema>;
