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

/**
 * Returns the statuses in the filter that can change to `to`. Without a status filter, all statuses are
 * considered.
 */
export function movableStatuses({ status = [...alertStatuses] }: AlertListFilter, to: AlertStatus): AlertStatus[] {
  return status.filter((from) => canTransition(from, to));
}

/**
 * Returns the API filter for all matches that were created before the reader selected them. With `to`, only for
 * those that can change to this status.
 */
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
 * Applies one change to all matching alerts, oldest first, 250 per request. An alert that someone else changed is
 * skipped.
 * @returns the numbers of changed and skipped alerts.
 * @throws ApiError if a request fails. Earlier changes are kept.
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
