import { rememberCookie } from "@/components/ui/remember-cookie";

/**
 * Returns the name of the cookie that is set when a person hides the first steps. The server reads it, so that it
 * can omit them from the HTML.
 */
export function firstStepsCookie(organization: string): string {
  return `sightline.first-steps.${organization}`;
}

/** Stores in a cookie that the person hid the first steps. Without cookies, the steps reappear on the next visit. */
export function rememberFirstStepsDismissed(organization: string): void {
  rememberCookie(firstStepsCookie(organization), "hidden", 365);
}
