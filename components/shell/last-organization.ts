import { rememberCookie } from "@/components/ui/remember-cookie";

/** Stores the last opened organization, so that account pages can link back to it. */
export const LAST_ORGANIZATION_COOKIE = "sightline.organization";

/** Without cookies, they link to the first organization. */
export function rememberOrganization(slug: string): void {
  rememberCookie(LAST_ORGANIZATION_COOKIE, slug, 365);
}
