import { cache, type ReactNode } from "react";
import { firstSteps } from "@/app/first-steps";
import { prefetchPage } from "@/app/prefetch-page";
import { currentContext, currentMemberships, currentPerson } from "@/app/require-member";
import type { DocsReader } from "@/components/docs/reader";
import { env } from "@/lib/env";
import { readKeys } from "@/lib/keys/reads";
import { MAX_PAGE_SIZE } from "@/lib/limits";

/**
 * Returns the current reader of the docs, with `key` set to null. Pages that show a key use
 * `currentDocsReaderWithKey`.
 */
export const currentDocsReader = cache(async (): Promise<DocsReader> => {
  const [person, organizations] = await Promise.all([currentPerson(), currentMemberships()]);
  return { baseUrl: env().BASE_URL, signedIn: person !== null, organizations, key: null };
});

/**
 * Returns the current reader of the docs. `key` is the newest working key of the first organization that the
 * reader administers and that has one, otherwise null.
 */
export async function currentDocsReaderWithKey(): Promise<DocsReader> {
  const reader = await currentDocsReader();
  for (const { slug, name } of reader.organizations) {
    const ctx = await currentContext(slug, "admin");
    if (!ctx) continue;
    const key = (await readKeys(ctx, { limit: MAX_PAGE_SIZE })).data.find(
      ({ state }) => state === "active" || state === "expiring",
    );
    if (!key) continue;
    const label = `${key.start}…${key.last_four}`;
    return { ...reader, key: { label, name: key.name, organization: name, href: `/${slug}/settings/api-keys` } };
  }
  return reader;
}

/**
 * Returns the first steps for the first organization that the reader administers and that has no alerts. Null if
 * there is no such organization.
 */
export async function currentReadersSteps(): Promise<ReactNode> {
  for (const { slug } of (await currentDocsReader()).organizations) {
    const ctx = await currentContext(slug, "admin");
    if (!ctx) continue;
    const page = prefetchPage(ctx);
    const steps = await firstSteps(slug, ctx, page);
    if (steps) return page.hydrate(steps);
  }
  return null;
}
