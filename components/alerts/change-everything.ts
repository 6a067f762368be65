import type { QueryClient } from "@tanstack/react-query";
import type { batchUpdateAlerts } from "@/lib/alerts/operations";
import type { AlertBatchUpdate, AlertBatchUpdateResult, AlertFilter, AlertUpdate } from "@/lib/alerts/schema";
import { callApi } from "@/lib/http/call";
import { type AlertStatus, alertStatuses } from "@/lib/values";
import { restartAlertList } from "./alert-cache";
import type { AlertListFilter } from "./alert-search";
import { canTransition } from "./labels";
import { retryWhenLimited } from "./run-changes";
import type { MatchingAlerts } from "./triage-context";

/** The statuses from which alerts of this filter may move to `to`. */
export function movableStatuses({ status = [...alertStatuses] }: AlertListFilter, to: AlertStatus): AlertStatus[] {
  return status.filter((from) => canTransition(from, to));
}

/** What the API changes: all that match and were created before the reader chose them. */
function toBatchFilter({ search, query, chosenAt }: MatchingAlerts, to: AlertStatus | undefined): AlertFilter {
  const { sort: _sort, expand: _expand, ...filter } = query;
  return { ...filter, ...(to && { status: movableStatuses(search, to) }), created_before: chosenAt };
}

interface Everything {
  client: QueryClient;
  organization: string;
  matching: MatchingAlerts;
  change: AlertUpdate;
  onProgress: (changed: number) => void;
}

/**
 * Makes one change on all alerts that match, 250 at a time and the oldest first. Each stands alone: one that a colleague
 * has moved meanwhile is left as it is.
 * @returns how many were changed, and how many were left alone.
 * @throws ApiError when a request fails; what was changed before stays changed.
 */
export async function changeEverything({ client, organization, matching, change, onProgress }: Everything) {
  const { comment, ...wanted } = change;
  const filter = toBatchFilter(matching, change.status);
  let changed = 0;
  let left = 0;
  let cursor: string | undefined;
  try {
    do {
      const body: AlertBatchUpdate = { filter, change: wanted, comment, cursor };
      const reply: AlertBatchUpdateResult = await retryWhenLimited(() =>
        callApi<typeof batchUpdateAlerts>("POST /alerts/batch-update", { organization, body }),
      );
      changed += reply.succeeded;
      left += reply.failed;
      cursor = reply.next_cursor ?? undefined;
      onProgress(changed);
    } while (cursor !== undefined);
  } finally {
    restartAlertList(client, organization, matching.search);
  }
  return { changed, left };
}
