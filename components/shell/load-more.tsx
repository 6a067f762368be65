"use client";
import { Button } from "@/components/ui/button";
import { formatQuantity } from "@/components/ui/format-number";

export interface PagedQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  isFetchingNextPage: boolean;
  isPlaceholderData: boolean;
  fetchNextPage: () => unknown;
}

type LoadMoreProps = {
  query: PagedQuery;
  shown: number;
  /** What is listed: one, many. */
  noun: readonly [string, string];
  label: string;
};

/** The end of a list that goes on when asked to: how much is shown, and whether the next page failed. */
export function LoadMore({ query, shown, noun: [one, many], label }: LoadMoreProps) {
  const hasMore = query.hasNextPage && !query.isPlaceholderData;
  if (shown === 0) return null;
  return (
    <div className="flex flex-col items-center gap-3 py-4 text-xs text-muted-foreground">
      {query.isFetchNextPageError ? (
        <p role="alert" className="text-danger">
          The next {many} did not load.
        </p>
      ) : null}
      {hasMore ? (
        <Button onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
          {label}
        </Button>
      ) : null}
      <p role="status" className="tabular-nums">
        {formatQuantity(shown, one, many)} shown{hasMore ? ", there are more" : ""}
      </p>
    </div>
  );
}
