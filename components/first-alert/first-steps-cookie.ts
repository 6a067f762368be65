import { rememberCookie } from "@/components/ui/remember-cookie";

/** Set when a person hides the first steps. A cookie, so that the server omits them from the HTML. */
export function firstStepsCookie(organization: string): string {
  return `sightline.first-steps.${organization}`;
}

/** Without cookies, the steps reappear on the next visit. */
export function rememberFirstStepsDismissed(organization: string): void {
  rememberCookie(firstStepsCookie(organization), "hidden", 365);
}
