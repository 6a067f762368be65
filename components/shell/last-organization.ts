import { rememberCookie } from "@/components/ui/remember-cookie";

/** The cookie with the last opened organization, so that account pages can link back to it. */
export const LAST_ORGANIZATION_COOKIE = "sightline.organization";

/** Stores the last opened organization. Without cookies, account pages link to the first organization. */
export function rememberOrganization(slug: string): void {
  rememberCookie(LAST_ORGANIZATION_COOKIE, slug, 365);
}
