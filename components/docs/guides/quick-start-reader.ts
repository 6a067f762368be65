import type { DocsReader } from "@/components/docs/reader";

/** The path of the API keys page of the reader's organization, or of the sign-in page. */
export function keysPage({ organizations }: DocsReader): string {
  const organization = organizations.find(({ role }) => role === "admin");
  return organization ? `/${organization.slug}/settings/api-keys` : "/sign-in";
}

/** Which key the samples show, as text with links. */
export function ownKeyText({ key, signedIn }: DocsReader): string {
  if (key) {
    return `This is the start of your key **${key.name}** of ${key.organization}. Sightline stores only the start and end of a key. If you lost the key, [create a new one](${key.href}).`;
  }
  return signedIn
    ? "After you create a key for an organization that you administer, its start is shown here."
    : "[Sign in](/sign-in) to see the start of your own key here.";
}
