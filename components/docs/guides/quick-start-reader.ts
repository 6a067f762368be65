import type { DocsReader } from "@/components/docs/reader";

/**
 * Returns the path of the API keys page of an organization that the reader administers. Without one, returns the
 * sign-in page.
 */
export function keysPage({ organizations }: DocsReader): string {
  const organization = organizations.find(({ role }) => role === "admin");
  return organization ? `/${organization.slug}/settings/api-keys` : "/sign-in";
}

/** Returns text with links that explains which key the samples show. */
export function ownKeyText({ key, signedIn }: DocsReader): string {
  if (key) {
    return `This is the start of your key **${key.name}** of ${key.organization}. Sightline stores only the start and end of a key. If you lost the key, [create a new one](${key.href}).`;
  }
  return signedIn
    ? "After you create a key for an organization that you administer, its start is shown here."
    : "[Sign in](/sign-in) to see the start of your own key here.";
}
