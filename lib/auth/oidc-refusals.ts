/** Why a sign-in through the identity provider is refused, as the sign-in page's address names it. */
const oidcRefusals = ["EmailMissing", "EmailNotVerified", "EmailTaken", "WrongIssuer", "Unavailable"] as const;
export type OidcRefusal = (typeof oidcRefusals)[number];
