import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";

/** The number of rows on the first page, and on later pages unless the list overrides it. */
export const FIRST_PAGE_SIZE = 50;

interface PagedQuery<Query extends object, Page> {
  queryKey: QueryKey;
  /**
   * Builds the query, once per first page: a cursor is bound to its query, and a relative time range would move
   * with the clock.
   */
  query: () => Query;
  read: (query: Query & { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Page>;
  nextPageSize?: number;
}

/**
 * Returns the options of a paginated query. All pages use the parameters of the first page. `nextPageSize` is the
 * number of rows of each further page.
 */
export function pagedQueryOptions<Query extends object, Page extends { next_cursor: string | null }>({
  queryKey,
  query,
  read,
  nextPageSize = FIRST_PAGE_SIZE,
}: PagedQuery<Query, Page>) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: null as { cursor: string; query: Query } | null,
    queryFn: async ({ pageParam, signal }) => {
      const asked = pageParam?.query ?? query();
      const place = pageParam ? { cursor: pageParam.cursor, limit: nextPageSize } : { limit: FIRST_PAGE_SIZE };
      return { ...(await read({ ...asked, ...place }, signal)), query: asked };
    },
    getNextPageParam: ({ next_cursor: cursor, query: asked }) => (cursor ? { cursor, query: asked } : null),
  });
}

/** Returns the rows of all loaded pages. */
export function rowsOf<Row>(data: { pages: readonly { data: readonly Row[] }[] } | undefined): Row[] {
  return data?.pages.flatMap((page) => page.data) ?? [];
}
