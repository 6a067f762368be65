import type { DocsReader } from "@/components/docs/reader";
import { withCallback } from "@/components/shell/callback";

/** Returns the path of a page of the reader's organization, or of the sign-in page, which leads back to the docs. */
function organizationPage({ organizations }: DocsReader, path: string): string {
  const organization = organizations.find(({ role }) => role === "admin") ?? organizations[0];
  return organization ? `/${organization.slug}/${path}` : withCallback("/sign-in", "/docs");
}

export const keysPage = (reader: DocsReader) => organizationPage(reader, "settings/api-keys");

export const alertsPage = (reader: DocsReader) => organizationPage(reader, "alerts");

/** Returns which key to put into the shell variable, as text with links. */
export function ownKeyText({ key }: DocsReader): string {
  const replace = "Replace `sl_key_…` with your whole key.";
  if (!key) return replace;
  return `${replace} Your newest key is **${key.name}** of ${key.organization} (\`${key.label}\`). If you lost it, [create a new one](${key.href}).`;
}
