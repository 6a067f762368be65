import { sql } from "drizzle-orm";
import { type AlertSearch, alertCondition } from "@/lib/alerts/condition";
import type { Context } from "@/lib/auth/context";
import type { EventRow } from "@/lib/events/feed";

/**
 * Returns the events that a webhook's filter lets through: those whose alert matches it before or after the event. So
 * what follows a matching alert is sent as well, such as its resolution with a filter for open alerts. Only alert events are filtered. The fields that an event
 * contains are compared as they were at the event, so an alert that is closed by now still passes a filter for
 * open alerts. The others, such as tags, are compared as they are now.
 */
export async function filterEvents(
  { organizationId, db }: Pick<Context, "organizationId" | "db">,
  filter: AlertSearch | null,
  events: readonly EventRow[],
): Promise<readonly EventRow[]> {
  const ofAlerts = events.filter(({ type }) => type.startsWith("alert."));
  if (filter === null || ofAlerts.length === 0) return events;
  const rows = ofAlerts.flatMap(({ id, subject_id, data }) => {
    const after = { event_id: id, id: subject_id, ...(data.alert as object) };
    const changes = Object.entries((data.changes ?? {}) as Record<string, { from: unknown }>);
    if (changes.length === 0) return [after];
    return [after, { ...after, ...Object.fromEntries(changes.map(([name, { from }]) => [name, from])) }];
  });
  const matching = await db.execute<{ event_id: string }>(sql`
    select a.event_id from (
      select e.*, n.organization_id, n.tags, n.assignee_id, n.description, n.occurred_at, n.updated_at
      from json_to_recordset(${JSON.stringify(rows)}::json) as e(
        event_id uuid, id uuid, camera_id uuid, use_case text, severity text, status text, title text)
      join alerts n on n.organization_id = ${organizationId} and n.id = e.id
    ) a where ${alertCondition({ organizationId }, filter)}`);
  const ids = new Set(matching.map(({ event_id }) => event_id));
  return events.filter(({ id, type }) => !type.startsWith("alert.") || ids.has(id));
}
