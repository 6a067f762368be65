"use client";
import type { ComponentProps, ReactNode } from "react";
import { QueryError } from "@/components/shell/query-error";
import { StaleNotice } from "@/components/shell/stale-notice";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { LoadMore, type PagedQuery } from "./load-more";

/** The noun of the rows, singular and plural. */
export type ListNoun = readonly [one: string, many: string];

/** The result of `useQuery` or `useInfiniteQuery`. It decides which state is shown. */
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
  /** The number of rows shown. */
  count: number;
  /** Whether the server query has filters. */
  isFiltered?: boolean;
  /** The number of rows before filtering, for lists filtered in the browser. Replaces `isFiltered`. */
  total?: number;
  onClear?: () => void;
  /** Shown if the list is empty without filters. Explains the list's purpose and how to add the first row. */
  empty: ReactNode;
  /** Overrides the default text and actions if nothing matches the filters. */
  noMatch?: Partial<ComponentProps<typeof NoMatches>>;
  skeleton?: ReactNode;
  /** Overrides the name of the rows in "Loading requests" and similar texts. */
  name?: string;
  /** Whether the page refetches the list periodically. */
  isPolled?: boolean;
  /** How to load more rows. Only for paginated lists. */
  isStale?: boolean;
  /** Overrides the action of "Try again", which refetches this query by default. */
  more?: { query: PagedQuery; label: string; isAutomatic?: boolean };
  /** Overrides the action of "Try again", which refetches this query by default. */
  retry?: () => void;
  /** The rows. */
  children: ReactNode;
};

/** Returns whether a list has loaded and has no rows under the current filters. */
export function isListEmpty(query: Pick<ListQuery, "data" | "isPlaceholderData">, count: number): boolean {
  return query.data !== undefined && !query.isPlaceholderData && count === 0;
}

/** Renders a list in any of its states: loading, failed, stale, empty, no match, or rows with more to load. */
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

/** Shown if no rows match the filters. */
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
  /** Content below the text, such as how to add the first row. */
  children?: ReactNode;
};

/** Shown instead of an empty list. */
export function ListEmpty({ children, className, ...words }: ListEmptyProps) {
  return (
    <div className="rounded-lg border border-border bg-surface">
      <EmptyState {...words} className={cn(children !== undefined && "pb-5", className)} />
      {children === undefined ? null : <div className="mx-auto max-w-xl px-4 pb-8">{children}</div>}
    </div>
  );
}
