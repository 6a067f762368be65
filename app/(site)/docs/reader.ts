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

export async function currentReaderWithKey(): Promise<Reader> {
  const reader = await currentReader();
  const organization = reader.organizations.find(({ role }) => role === "admin");
  if (!organization) return reader;
  const { ctx } = await requireMember(organization.slug);
  const key = (await listKeys(ctx)).data.find(({ state }) => state === "active" || state === "expiring");
  if (!key) return reader;
  const href = `/${organization.slug}/settings/api-keys`;
  const label = `${key.start}…${key.last_four}`;
  return { ...reader, key: { label, name: key.name, organization: organization.name, href } };
}
