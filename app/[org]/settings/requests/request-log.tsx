import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { keyListOptions } from "@/components/keys/queries";
import { requestDetailOptions, requestHistogramOptions, requestListOptions } from "@/components/requests/queries";
import { RequestBrowser } from "@/components/requests/request-browser";
import type { RequestFilter } from "@/components/requests/request-search";
import { publicCatalog } from "@/lib/api/catalog";
import type { Context } from "@/lib/auth/context";
import { env } from "@/lib/env";
import { readKeys } from "@/lib/keys/reads";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import { readRequestHistogram } from "@/lib/requests/histogram";
import { readRequest, readRequests } from "@/lib/requests/reads";

type RequestLogProps = { ctx: Context; organization: string; filter: RequestFilter; id?: string };

/** The log with its data read on the server; `id` is the request that is open beside it. */
export async function RequestLog({ ctx, organization, filter, id }: RequestLogProps) {
  const client = new QueryClient();
  await Promise.all([
    client.prefetchInfiniteQuery(requestListOptions(organization, filter, (query) => readRequests(ctx, query))),
    client.prefetchQuery(requestHistogramOptions(organization, filter, (query) => readRequestHistogram(ctx, query))),
    filter.credential &&
      client.prefetchQuery({ ...keyListOptions(organization), queryFn: () => readKeys(ctx, { limit: MAX_PAGE_SIZE }) }),
    id !== undefined &&
      client.prefetchQuery({
        ...requestDetailOptions(organization, id),
        queryFn: () => readRequest(ctx, id),
        retry: false,
      }),
  ]);
  const operations = publicCatalog.map(({ id, method, path, summary }) => ({ id, method, path, summary }));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RequestBrowser organization={organization} operations={operations} baseUrl={`${env().BASE_URL}/api/v1`} />
    </HydrationBoundary>
  );
}
