"use client";
import type { ComponentProps, ReactNode } from "react";
import { QueryError } from "@/components/shell/query-error";
import { StaleNotice } from "@/components/shell/stale-notice";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { LoadMore, type PagedQuery } from "./load-more";

/** What is listed: one, many. */
export type ListNoun = readonly [one: string, many: string];

/** Of `useQuery` or `useInfiniteQuery`: what decides which state of the list is shown. */
interface ListQuery {
  data: unknown;
  error: Error | null;
  isPending: boolean;
  isLoadingError: boolean;
  isRefetchError: boolean;
  isPlaceholderData: boolean;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

type ListBodyProps = {
  query: ListQuery;
  noun: ListNoun;
  /** How many rows are shown. */
  count: number;
  /** Whether the server was asked for some of them only. */
  isFiltered?: boolean;
  /** For a list that is filtered in the browser, instead of `isFiltered`: how many there are before that. */
  total?: number;
  onClear?: () => void;
  /** While there is nothing at all: what this list is for, and how the first one gets here. */
  empty: ReactNode;
  /** While nothing has all of the filters, where other words or actions help more than the usual ones. */
  noMatch?: Partial<ComponentProps<typeof NoMatches>>;
  skeleton?: ReactNode;
  /** Says "Loading requests" and the like for a list that isn't called by its rows. */
  name?: string;
  /** The page reads the list again by itself. */
  isPolled?: boolean;
  /** The rows are those of an older search while a newer one is read. */
  isStale?: boolean;
  /** For lists of several pages. */
  more?: { query: PagedQuery; label: string; isAutomatic?: boolean };
  /** What "Try again" does when it is more than to read this query anew. */
  retry?: () => void;
  /** The rows. */
  children: ReactNode;
};

/** Whether a list was read and has no rows; with filters it may have others. */
export function isListEmpty(query: Pick<ListQuery, "data" | "isPlaceholderData">, count: number): boolean {
  return query.data !== undefined && !query.isPlaceholderData && count === 0;
}

/** The one treatment of a list's states: loading, not loaded, not up to date, nothing yet, no match, rows, more. */
export function ListBody({
  query,
  noun,
  count,
  total,
  isFiltered = total !== undefined && total > 0,
  onClear,
  empty,
  noMatch,
  name = noun[1],
  skeleton = <RowsSkeleton label={`Loading ${name}`} rowClassName="h-10" />,
  isPolled = false,
  isStale = query.isPlaceholderData,
  more,
  retry,
  children,
}: ListBodyProps) {
  const hasNone = isListEmpty(query, count);
  return (
    <>
      <StaleNotice query={query} isPolled={isPolled} />
      {query.isPending ? skeleton : null}
      <QueryError title={`The ${name} didn't load`} query={query} {...(retry && { retry })} />
      {hasNone && !isFiltered ? empty : null}
      {hasNone && isFiltered ? <NoMatches noun={noun} onClear={onClear} {...noMatch} /> : null}
      {count > 0 ? (
        <div className={cn("transition-opacity", isStale && "opacity-60")} aria-busy={isStale}>
          {children}
        </div>
      ) : null}
      {more ? <LoadMore {...more} count={count} noun={noun} /> : null}
    </>
  );
}

type NoMatchesProps = Partial<ComponentProps<typeof EmptyState>> & {
  noun: ListNoun;
  onClear: (() => void) | undefined;
};

/** Nothing has all of the filters. */
export function NoMatches({ noun: [one], onClear, ...words }: NoMatchesProps) {
  return (
    <EmptyState
      scene="blank"
      title={`No ${one} matches`}
      description="Nothing matches all of these filters."
      action={onClear ? <Button onClick={onClear}>Clear filters</Button> : undefined}
      {...words}
      className="rounded-lg border border-border bg-surface"
    />
  );
}

type ListEmptyProps = ComponentProps<typeof EmptyState> & {
  /** Below the words: how the first one gets here. */
  children?: ReactNode;
};

/** The frame of a list that has nothing yet. */
export function ListEmpty({ children, className, ...words }: ListEmptyProps) {
  return (
    <div className="rounded-lg border border-border bg-surface">
      <EmptyState {...words} className={cn(children !== undefined && "pb-5", className)} />
      {children === undefined ? null : <div className="mx-auto max-w-xl px-4 pb-8">{children}</div>}
    </div>
  );
}
