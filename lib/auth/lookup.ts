import { createBatcher } from "@/lib/batcher";
import { database } from "@/lib/db/client";
import { walPosition } from "@/lib/db/replica";
import { processSingleton } from "@/lib/process-singleton";
import type { ActorKind, Scope } from "@/lib/values";
import type { Caller, OrganizationId } from "./context";

const MAX_PER_LOOKUP = 500;
const LOOKUP_DEADLINE_MS = 3_000;

/** What the database says of a credential that works. */
interface CredentialRecord {
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

/** The text of a statement that selects `CredentialRecord`s. */
type Select = (parts: { hash: string; organization: string }) => string;

// A literal of hexadecimal bytea: an array costs the database half of what it takes to unnest and decode a list.
const listOf = (hashes: string[]) => `{${hashes.map((hash) => `"\\\\x${hash}"`).join()}}`;

/**
 * A look-up of one kind of credential by its hash (hex). Those of requests that arrive together are read by one
 * statement. Nothing is cached and the statement starts after the request came in, so an end holds for every request
 * that starts after it was answered.
 * @param select receives the operand to compare the hash column with, and the columns of the organization `o`.
 */
export function createCredentialLookup(
  name: string,
  kind: ActorKind,
  select: Select,
): (hash: string) => Promise<Caller | null> {
  const find = () =>
    processSingleton(`find-${name}`, () => {
      const { sql } = database();
      const position = walPosition();
      const organization = `o.slug, o.name as organization_name, o.api_access, o.alert_retention_days,
        o.require_two_factor ${position === null ? "" : `, ${position} as wal_position`}`;
      const one = select({ hash: "$1", organization });
      const several = select({ hash: "any($1::text::bytea[])", organization });
      return createBatcher<string, CredentialRecord | null>(
        async (hashes) => {
          const [only = "", ...more] = hashes;
          const rows =
            more.length === 0
              ? await sql.query<CredentialRecord>(one, [Buffer.from(only, "hex")])
              : await sql.query<CredentialRecord>(several, [listOf(hashes)]);
          const byHash = new Map(rows.map((row) => [row.hash, row]));
          return hashes.map((hash) => byHash.get(hash) ?? null);
        },
        { maxItems: MAX_PER_LOOKUP, maxInFlight: 3, deadlineMs: LOOKUP_DEADLINE_MS },
      );
    });
  return async (hash) => {
    const row = await find()(hash);
    return row && callerOf(row, kind);
  };
}

function callerOf(row: CredentialRecord, kind: ActorKind): Caller {
  return {
    organizationId: row.organization_id as OrganizationId,
    organization: {
      slug: row.slug,
      name: row.organization_name,
      apiAccess: row.api_access,
      alertRetentionDays: row.alert_retention_days,
      requireTwoFactor: row.require_two_factor,
    },
    actor: { kind, id: row.id, name: row.name },
    role: null,
    scopes: row.scopes,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    walPosition: row.wal_position,
  };
}
