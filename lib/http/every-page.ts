import { MAX_PAGE_SIZE } from "@/lib/limits";

interface Page<Row> {
  data: Row[];
  has_more: boolean;
  next_cursor: string | null;
}

/** What a list takes that is read page by page. */
export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

/**
 * Reads a list to its end as one page: for lists that people see whole, since they are short. The rest of the answer is
 * the last page's.
 * @throws whatever `read` throws.
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
