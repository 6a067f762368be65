import { defaultShouldDehydrateQuery, dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import { alertSearch } from "@/components/alerts/alert-search";
import { AlertsBrowser } from "@/components/alerts/alerts-browser";
import { alertListOptions, alertTotalOptions } from "@/components/alerts/queries";
import type { PageSearchParams } from "@/components/list/search-codec";
import { memberListOptions } from "@/components/members/queries";
import { readAlerts } from "@/lib/alerts/reads";
import type { AlertListQuery } from "@/lib/alerts/schema";
import { encodeId } from "@/lib/db/ids";
import { env } from "@/lib/env";
import { everyPage } from "@/lib/http/every-page";
import { readMembers } from "@/lib/members/reads";
import { listSiteNames } from "@/lib/sites/reads";

export const metadata: Metadata = { title: "Alerts" };

type AlertsPageProps = {
  params: Promise<{ org: string }>;
  searchParams: Promise<PageSearchParams>;
};

export default async function AlertsPage({ params, searchParams }: AlertsPageProps) {
  const { org } = await params;
  const { ctx, person, role } = await requireMember(org);
  const filter = alertSearch.parse(await searchParams);
  const viewer = { organization: org, id: encodeId("user", person.id), name: person.name, role };
  const read = (query: AlertListQuery) => readAlerts(ctx, query);
  const client = new QueryClient();
  const [sites, { pages }] = await Promise.all([
    listSiteNames(ctx),
    client.fetchInfiniteQuery(alertListOptions(org, filter, viewer.id, read)),
    client.prefetchQuery({ ...memberListOptions(org), queryFn: () => everyPage((page) => readMembers(ctx, page)) }),
  ]);
  // Not waited for: the count follows the rows in the same reply.
  if (pages.at(-1)?.has_more) void client.prefetchQuery(alertTotalOptions(org, filter, viewer.id, read));
  const state = dehydrate(client, {
    shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === "pending",
  });
  return (
    <HydrationBoundary state={state}>
      <AlertsBrowser viewer={viewer} sites={sites} baseUrl={`${env().BASE_URL}/api/v1`} />
    </HydrationBoundary>
  );
}
