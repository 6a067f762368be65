import { cache } from "react";
import { currentMemberships, currentPerson, requireMember } from "@/app/require-member";
import type { Reader } from "@/components/docs/reader";
import { env } from "@/lib/env";
import { listKeys } from "@/lib/keys/reads";

/** The reader without a key, which only the guides show. */
export const currentReader = cache(async (): Promise<Reader> => {
  const [person, organizations] = await Promise.all([currentPerson(), currentMemberships()]);
  return { baseUrl: env().BASE_URL, signedIn: person !== null, organizations, key: null };
});

/** The reader with the newest working key of the first organization that has one and that they administer. */
export async function currentReaderWithKey(): Promise<Reader> {
  const reader = await currentReader();
  for (const { slug, name, role } of reader.organizations) {
    if (role !== "admin") continue;
    const { ctx } = await requireMember(slug);
    const key = (await listKeys(ctx)).data.find(({ state }) => state === "active" || state === "expiring");
    if (!key) continue;
    const label = `${key.start}…${key.last_four}`;
    return { ...reader, key: { label, name: key.name, organization: name, href: `/${slug}/settings/api-keys` } };
  }
  return reader;
}
