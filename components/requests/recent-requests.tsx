"use client";
import { useInfiniteQuery } from "@tanstack/react-query";

import { rowsOf } from "@/components/list/paged-query";

import { RequestTable } from "@/components/requests/request-table";
import { QueryError } from "@/components/shell/query-error";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { requestListOptions } from "./queries";
import { type RequestFilter, requestsHref } from "./request-search";

const REFRESH_MS = 10_000;

type RecentRequestsProps = {
  organization: string;
  /** The ID of a key (`key_…`) or an app (`app_…`). */
  credential: string;
  /** The maximum number of rows. */
  limit?: number;
  className?: string;
};

/** Lists the latest requests of one credential, with a link to all of them. */
export function RecentRequests({ organization, credential, limit = 10, className }: RecentRequestsProps) {
  const filter: RequestFilter = { credential: [credential], range: "30d" };
  const list = useInfiniteQuery({ ...requestListOptions(organization, filter), refetchInterval: REFRESH_MS });
  const requests = rowsOf(list.data).slice(0, limit);
  return (
    <div className={className}>
      {list.isPending ? <RowsSkeleton label="Loading requests" rows={3} rowClassName="h-9" /> : null}
      <QueryError title="The requests didn't load" query={list} />
      {list.data && requests.length === 0 ? (
        <EmptyState
          scene="log"
          level={3}
          title="No requests in 30 days"
          description="Requests appear here about a second after the response."
          className="rounded-lg border border-border bg-surface py-10"
        />
      ) : null}
      {requests.length > 0 ? (
        <>
          <RequestTable
            requests={requests}
            hrefOf={(id) => requestsHref(organization, filter, id)}
            withCredential={false}
          />
          <p className="mt-3">
            <ButtonLink href={requestsHref(organization, filter)} size="sm">
              Open the request log
            </ButtonLink>
          </p>
        </>
      ) : null}
    </div>
  );
}
