import { sql } from "drizzle-orm";
import { createBatcher } from "@/lib/batcher";
import { database } from "@/lib/db/client";
import { sessions } from "@/lib/db/tables/people";
import { processSingleton } from "@/lib/process-singleton";

/** The minimum time between updates of a session's `last_seen_at`, in seconds. */
const SEEN_EVERY_S = 60;
const MAX_SESSIONS_PER_NOTE = 500;
const DEADLINE_MS = 3_000;

/** The SQL condition that a session's last use should be stored again. */
export const isLastSeenOutdated = sql<boolean>`${sessions.lastSeenAt} < now() - make_interval(secs => ${SEEN_EVERY_S})`;

interface Seen {
  id: string;
  ip: string | null;
}

const notes = () =>
  processSingleton("seen-sessions", () =>
    createBatcher<Seen, void>(
      async (seen) => {
        // Rows are updated in a fixed order, to prevent deadlocks between instances.
        const latest = [...new Map(seen.map(({ id, ip }) => [id, ip ?? ""]))].sort();
        await database().db.execute(sql`
          update sessions s set last_seen_at = now(), ip = coalesce(nullif(seen.ip, ''), s.ip)
          from unnest(${sql.param(latest.map(([id]) => id))}::text[], ${sql.param(latest.map(([, ip]) => ip))}::text[])
            as seen (id, ip)
          where s.id = seen.id::uuid and s.last_seen_at < now() - make_interval(secs => ${SEEN_EVERY_S})`);
        return seen.map(() => undefined);
      },
      { maxItems: MAX_SESSIONS_PER_NOTE, maxInFlight: 1, deadlineMs: DEADLINE_MS },
    ),
  );

/**
 * Stores in the background when and from where a session was last used. If the update fails, a later request
 * repeats it.
 */
export function recordSessionSeen(id: string, ip: string | null): void {
  notes()({ id, ip }).catch(() => undefined);
}
