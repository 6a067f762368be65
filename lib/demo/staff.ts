import type { Actor } from "@/lib/auth/context";
import { hashKey, keyLabel } from "@/lib/auth/key";
import { hashPassword } from "@/lib/auth/password";
import type { Transaction } from "@/lib/db/client";
import { apiKeys } from "@/lib/db/tables/keys";
import { memberships, organizations, users } from "@/lib/db/tables/people";
import { DAY_MS } from "@/lib/time";
import { scopes } from "@/lib/values";
import { createIdMinter } from "./minted-ids";
import { DEMO_NAME, DEMO_SLUG, type DemoCredentials, demoPeople } from "./people";
import type { Random } from "./random";
import { gatewayAddress, gatewayAgent } from "./records";

const KEY_LIFETIME_DAYS = 365;

/** The demo organization's people and API key, before they are stored. */
export interface Staff {
  organizationId: string;
  foundedAt: Date;
  people: Record<keyof typeof demoPeople, { actor: Actor; passwordHash: string }>;
  key: Actor;
  keyCreatedAt: Date;
}

/**
 * Creates the IDs and password hashes of the staff, and stores nothing. It runs before the transaction, because
 * hashing takes longer than a transaction should be open.
 */
export async function makeStaff(random: Random, credentials: DemoCredentials, now: Date): Promise<Staff> {
  const foundedAt = new Date(now.getTime() - 245 * DAY_MS);
  const keyCreatedAt = new Date(now.getTime() - 45 * DAY_MS);
  const mintId = createIdMinter(random);
  const organizationId = mintId(foundedAt);
  const person = async (role: keyof typeof demoPeople, password: string) => ({
    actor: { kind: "user" as const, id: mintId(foundedAt), name: demoPeople[role].name },
    passwordHash: await hashPassword(password),
  });
  return {
    organizationId,
    foundedAt,
    people: {
      admin: await person("admin", credentials.adminPassword),
      support: await person("support", credentials.supportPassword),
      viewer: await person("viewer", credentials.viewerPassword),
    },
    key: { kind: "api_key", id: mintId(keyCreatedAt), name: "Edge gateway Rotterdam" },
    keyCreatedAt,
  };
}

/** Stores the organization, its people and its API key. */
export async function storeStaff(
  tx: Transaction,
  staff: Staff,
  credentials: DemoCredentials,
  now: Date,
): Promise<void> {
  const { organizationId, foundedAt, people, key, keyCreatedAt } = staff;
  const { admin } = people;
  await tx.insert(organizations).values({
    id: organizationId,
    slug: DEMO_SLUG,
    name: DEMO_NAME,
    apiAccess: true,
    createdAt: foundedAt,
  });
  for (const { role, email, name } of Object.values(demoPeople)) {
    const { actor, passwordHash } = people[role];
    await tx.insert(users).values({ id: actor.id, email, name, passwordHash, createdAt: foundedAt });
    await tx.insert(memberships).values({ organizationId, userId: actor.id, role, createdAt: foundedAt });
  }
  await tx.insert(apiKeys).values({
    organizationId,
    id: key.id,
    name: key.name,
    hash: Buffer.from(hashKey(credentials.apiKey), "hex"),
    ...keyLabel(credentials.apiKey),
    scopes: [...scopes],
    createdBy: admin.actor.id,
    createdByName: admin.actor.name,
    createdAt: keyCreatedAt,
    expiresAt: new Date(now.getTime() + KEY_LIFETIME_DAYS * DAY_MS),
    lastUsedAt: new Date(now.getTime() - 60_000),
    lastUsedIp: gatewayAddress,
    lastUsedAgent: gatewayAgent,
  });
}
