import { MAX_PAGE_SIZE } from "@/lib/limits";

interface Page<Row> {
  data: Row[];
  has_more: boolean;
  next_cursor: string | null;
}

/** The parameters for reading one page of a list. */
export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

/**
 * Reads all pages of a list and returns them as one. Use it only for short lists that are shown completely. Fields
 * other than the rows come from the last page.
 * @throws any error of `read`.
 */
export async function everyPage<P extends Page<unknown>>(read: (page: PageRequest) => Promise<P>): Promise<P> {
  const data: unknown[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await read({ limit: MAX_PAGE_SIZE, cursor });
    data.push(...page.data);
    if (page.next_cursor === null) return { ...page, data };
    cursor = page.next_cursor;
  }
}
