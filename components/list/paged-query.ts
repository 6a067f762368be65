import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";

/** Rows of a first page, and of those after it unless the list says otherwise. */
export const FIRST_PAGE_SIZE = 50;

interface PagedQuery<Query extends object, Page> {
  queryKey: QueryKey;
  /** Asked once for each first page: a cursor is bound to its query, and a time range that moves with the clock moves. */
  query: () => Query;
  read: (query: Query & { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Page>;
  nextPageSize?: number;
}

/** A list that is read page by page. Each page keeps the query that it was read with. */
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

/** The rows of all pages that are loaded. */
export function rowsOf<Row>(data: { pages: readonly { data: readonly Row[] }[] } | undefined): Row[] {
  return data?.pages.flatMap((page) => page.data) ?? [];
}
