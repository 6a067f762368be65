import { defaultShouldDehydrateQuery, dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { catalog } from "@/lib/api/catalog";
import type { Call } from "@/lib/http/call";
import type { AnyContext } from "@/lib/http/context";
import { localCall } from "@/lib/http/local-call";

export interface PrefetchedPage {
  client: QueryClient;
  /** Calls API operations in this process instead of over HTTP. Pass it to the functions that build query options. */
  call: Call;
  /** Wraps `children` so that they use the prefetched data. */
  hydrate: (children: ReactNode) => ReactNode;
}

/**
 * Returns the tools to prefetch a page's queries while the server renders it. If a query fails, the browser
 * repeats it and shows the error. Pending queries stream in with the same reply.
 */
export function prefetchPage(ctx: AnyContext): PrefetchedPage {
  const client = new QueryClient();
  return {
    client,
    call: localCall(catalog, ctx),
    hydrate: (children) => {
      const state = dehydrate(client, {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === "pending",
      });
      return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
    },
  };
}
