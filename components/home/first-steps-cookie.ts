const YEAR_MS = 365 * 24 * 3_600_000;

/** Set when somebody puts the first steps away. A cookie, so that the server leaves them out of the page's HTML. */
export function firstStepsCookie(organization: string): string {
  return `sightline.first-steps.${organization}`;
}

/** Browsers lend the cookie store to secure origins only; without it the steps are back on the next visit. */
export function rememberPutAway(organization: string): void {
  if (!("cookieStore" in window)) return;
  const expires = Date.now() + YEAR_MS;
  void window.cookieStore.set({ name: firstStepsCookie(organization), value: "hidden", expires, sameSite: "lax" });
}
