/** The reasons why sign-in through the identity provider failed, as they appear in the sign-in page's URL. */
const oidcRefusals = ["EmailMissing", "EmailNotVerified", "EmailTaken", "WrongIssuer", "Unavailable"] as const;
export type OidcRefusal = (typeof oidcRefusals)[number];
