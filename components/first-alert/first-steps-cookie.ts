import { rememberCookie } from "@/components/ui/remember-cookie";

/** Set when somebody puts the first steps away. A cookie, so that the server leaves them out of the page's HTML. */
export function firstStepsCookie(organization: string): string {
  return `sightline.first-steps.${organization}`;
}

/** Where the cookie cannot be kept, the steps are back on the next visit. */
export function rememberFirstStepsDismissed(organization: string): void {
  rememberCookie(firstStepsCookie(organization), "hidden", 365);
}
