"use client";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { formatQuantity } from "@/components/ui/format-number";

/** The part of the result of `useInfiniteQuery` that LoadMore needs. */
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
  /** The number of rows shown. */
  count: number;
  /** The noun of the rows, singular and plural. */
  noun: readonly [string, string];
  label: string;
  /** Loads the next page when the end comes near the viewport. After a failure, only the button loads it. */
  isAutomatic?: boolean;
};

/** The end of a list. Shows the number of rows, a button that loads the next page, and its error. */
export function LoadMore({ query, count, noun: [one, many], label, isAutomatic = false }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const { isFetching, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = query;
  const hasMore = query.hasNextPage && !query.isPlaceholderData;
  const readsOn = isAutomatic && hasMore && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (!readsOn || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: "600px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [readsOn, fetchNextPage]);

  if (count === 0) return null;
  return (
    <div ref={end} className="flex flex-col items-center gap-3 py-4 text-xs text-muted-foreground">
      {isFetchNextPageError ? (
        <p role="alert" className="text-danger">
          The next {many} didn't load.
        </p>
      ) : null}
      {hasMore ? (
        <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
          {label}
        </Button>
      ) : null}
      <p role="status" className="tabular-nums">
        {formatQuantity(count, one, many)} shown{hasMore ? ", more available" : ""}
      </p>
    </div>
  );
}
