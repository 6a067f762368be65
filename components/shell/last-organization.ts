import { rememberCookie } from "@/components/ui/remember-cookie";

/** Names the organization that was open last, so that pages of no organization lead back to it. */
export const LAST_ORGANIZATION_COOKIE = "sightline.organization";

/** Where the cookie cannot be kept, the way back leads to the first organization. */
export function rememberOrganization(slug: string): void {
  rememberCookie(LAST_ORGANIZATION_COOKIE, slug, 365);
}
