import { firstSteps } from "@/app/first-steps";
import { prefetchPage } from "@/app/prefetch-page";
import { keyListOptions } from "@/components/keys/queries";
import { requestDetailOptions, requestHistogramOptions, requestListOptions } from "@/components/requests/queries";
import { RequestBrowser } from "@/components/requests/request-browser";
import type { RequestFilter } from "@/components/requests/request-search";
import { publicCatalog } from "@/lib/api/catalog";
import type { Context } from "@/lib/auth/context";
import { env } from "@/lib/env";

type RequestLogProps = { ctx: Context; organization: string; filter: RequestFilter; id?: string };

/** Renders the request log with prefetched data. `id` is the ID of the request shown beside it. */
export async function RequestLog({ ctx, organization, filter, id }: RequestLogProps) {
  const page = prefetchPage(ctx);
  const { client, call, hydrate } = page;
  const list = requestListOptions(organization, filter, call);
  await Promise.all([
    client.prefetchInfiniteQuery(list),
    client.prefetchQuery(requestHistogramOptions(organization, filter, call)),
    filter.credential && client.prefetchQuery(keyListOptions(organization, call)),
    id !== undefined && client.prefetchQuery({ ...requestDetailOptions(organization, id, call), retry: false }),
  ]);
  const hasNone = client.getQueryData(list.queryKey)?.pages[0]?.data.length === 0;
  const operations = publicCatalog.map(({ id, method, path, summary }) => ({ id, method, path, summary }));
  return hydrate(
    <RequestBrowser
      organization={organization}
      operations={operations}
      baseUrl={`${env().BASE_URL}/api/v1`}
      firstSteps={hasNone ? await firstSteps(organization, ctx, page) : null}
    />,
  );
}
