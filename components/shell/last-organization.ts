const YEAR_MS = 365 * 24 * 3_600_000;

/** Names the organization that was open last, so that pages of no organization lead back to it. */
export const LAST_ORGANIZATION_COOKIE = "sightline.organization";

/** Browsers lend the cookie store to secure origins only; without it the way back leads to the first organization. */
export function rememberOrganization(slug: string): void {
  if (!("cookieStore" in window)) return;
  const expires = Date.now() + YEAR_MS;
  void window.cookieStore.set({ name: LAST_ORGANIZATION_COOKIE, value: slug, expires, sameSite: "lax" });
}
