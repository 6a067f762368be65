import { database } from "@/lib/db/client";
import { group } from "@/lib/db/group";
import { walPosition } from "@/lib/db/replica";
import type { Scope } from "@/lib/db/values";
import { Failure } from "@/lib/errors";
import { once } from "@/lib/once";
import type { Caller, OrganizationId } from "./context";
import { hashKey, isWellFormedKey } from "./key";

const BEARER = /^bearer +([\x21-\x7e]+) *$/i;
const MAX_KEYS_PER_LOOKUP = 500;
const LOOKUP_DEADLINE_MS = 3_000;

interface KeyRow {
  hash: string;
  organization_id: string;
  id: string;
  name: string;
  scopes: Scope[];
  expires_at: string | null;
  slug: string;
  organization_name: string;
  api_access: boolean;
  alert_retention_days: number;
  require_two_factor: boolean;
  wal_position?: string | null;
}

/** One reply for every way in which a credential can be wrong, so that a guess learns nothing (RFC 6750 §3). */
export function unauthenticated(): Failure {
  return new Failure(
    "unauthenticated",
    "Send a valid API key in the header `Authorization: Bearer sl_key_…`. Keys are made in the API keys page of the account's settings.",
    { headers: { "WWW-Authenticate": 'Bearer realm="sightline"' } },
  );
}

// A literal of hexadecimal bytea: an array costs the database half of what it takes to unnest and decode a list.
const listOf = (hashes: string[]) => `{${hashes.map((hash) => `"\\\\x${hash}"`).join()}}`;

// Keys of requests that arrive together are read by one statement. Nothing is cached and the statement starts
// after the request came in, so a revocation holds for every request that starts after it was answered.
const findKey = () =>
  once("find-key", () => {
    const { sql } = database();
    const position = walPosition();
    const positionColumn = sql.unsafe(position === null ? "" : `, ${position} as wal_position`);
    return group<string, KeyRow | null>(
      async (hashes) => {
        const [only = "", ...more] = hashes;
        const isNamed =
          more.length === 0 ? sql`${Buffer.from(only, "hex")}` : sql`any(${listOf(hashes)}::text::bytea[])`;
        const rows = await sql<KeyRow[]>`
          select encode(k.hash, 'hex') as hash, k.organization_id, k.id, k.name, k.scopes, k.expires_at,
                 o.slug, o.name as organization_name, o.api_access, o.alert_retention_days, o.require_two_factor ${positionColumn}
          from api_keys k join organizations o on o.id = k.organization_id
          where k.hash = ${isNamed}
            and k.revoked_at is null and k.disabled_at is null and (k.expires_at is null or k.expires_at > now())`;
        const byHash = new Map(rows.map((row) => [row.hash, row]));
        return hashes.map((hash) => byHash.get(hash) ?? null);
      },
      { maxItems: MAX_KEYS_PER_LOOKUP, maxInFlight: 3, deadlineMs: LOOKUP_DEADLINE_MS },
    );
  });

/**
 * Checks an `Authorization` header (RFC 6750 §2.1).
 * @throws Failure `unauthenticated`, the same for a missing, malformed, unknown, expired, disabled or revoked key.
 */
export async function authenticateBearer(authorization: string): Promise<Caller> {
  const token = BEARER.exec(authorization)?.[1];
  if (!token || !isWellFormedKey(token)) throw unauthenticated();
  const row = await findKey()(hashKey(token));
  if (!row) throw unauthenticated();
  return {
    organizationId: row.organization_id as OrganizationId,
    organization: {
      slug: row.slug,
      name: row.organization_name,
      apiAccess: row.api_access,
      alertRetentionDays: row.alert_retention_days,
      requireTwoFactor: row.require_two_factor,
    },
    actor: { kind: "api_key", id: row.id, name: row.name },
    role: null,
    scopes: row.scopes,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    walPosition: row.wal_position,
  };
}
