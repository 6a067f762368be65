import { defaultShouldDehydrateQuery, dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { catalog } from "@/lib/api/catalog";
import type { Call } from "@/lib/http/call";
import type { AnyContext } from "@/lib/http/context";
import { localCall } from "@/lib/http/local-call";

export interface PrefetchedPage {
  client: QueryClient;
  /** Reads in this process what the browser reads over HTTP: the last argument of what makes a query's options. */
  call: Call;
  /** Hands what was read to the page's parts. */
  hydrate: (children: ReactNode) => ReactNode;
}

/**
 * Reads the queries of a page while it is rendered. One that fails is left to the browser, which reads it again and says
 * why; one that isn't waited for follows in the same reply.
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
