import { createBatcher } from "@/lib/batcher";
import { database } from "@/lib/db/client";
import { walPosition } from "@/lib/db/replica";
import { WAL_POSITION } from "@/lib/db/wal-position";
import { processSingleton } from "@/lib/process-singleton";
import type { ActorKind, Scope } from "@/lib/values";
import type { Caller, OrganizationId } from "./context";

const MAX_PER_LOOKUP = 500;
const LOOKUP_DEADLINE_MS = 3_000;

/** The row that the database returns for a valid credential. */
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

/**
 * The columns of a credential's organization, from a table `o`. If `$2` is true, they include the log position
 * that reads from a replica need (`walPosition`).
 */
export const organizationColumns = `o.slug, o.name as organization_name, o.api_access, o.alert_retention_days,
  o.require_two_factor, case when $2::boolean then ${WAL_POSITION} end as wal_position`;

/**
 * The list of hashes that a hash column is compared with. Passing it as text takes the database half as long as
 * unnesting it.
 */
export const ANY_HASH = "any($1::text::bytea[])";

const listOf = (hashes: string[]) => `{${hashes.map((hash) => `"\\\\x${hash}"`).join()}}`;

/**
 * Returns a function that finds the caller of a credential of one type, by its hash (hex). Requests that arrive
 * together share a statement. Nothing is cached, and the statement starts after the request arrives, so a
 * revocation applies to every later request.
 * @param text selects `CredentialRecord`s, with `ANY_HASH` and `organizationColumns`.
 */
export function createCredentialLookup(
  name: string,
  kind: ActorKind,
  text: string,
): (hash: string) => Promise<Caller | null> {
  const find = () =>
    processSingleton(`find-${name}`, () => {
      const { sql } = database();
      const hasReplica = walPosition() !== null;
      return createBatcher<string, CredentialRecord | null>(
        async (hashes) => {
          const rows = await sql.query<CredentialRecord>(text, [listOf(hashes), hasReplica]);
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
