import type { Metadata } from "next";
import { firstSteps } from "@/app/first-steps";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { alertSearch } from "@/components/alerts/alert-search";
import { AlertsBrowser } from "@/components/alerts/alerts-browser";
import { alertListOptions, alertTotalOptions } from "@/components/alerts/queries";
import type { PageSearchParams } from "@/components/list/search-codec";
import { memberListOptions } from "@/components/members/queries";
import { encodeId } from "@/lib/db/ids";
import { env } from "@/lib/env";
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
  const page = prefetchPage(ctx);
  const { client, call, hydrate } = page;
  const list = alertListOptions(org, filter, viewer.id, call);
  const [sites] = await Promise.all([
    listSiteNames(ctx),
    client.prefetchInfiniteQuery(list),
    client.prefetchQuery(memberListOptions(org, call)),
  ]);
  const hasMore = client.getQueryData(list.queryKey)?.pages.at(-1)?.has_more;
  // Don't await the count: it streams in after the rows, in the same reply.
  if (hasMore) void client.prefetchQuery(alertTotalOptions(org, filter, viewer.id, call));
  const baseUrl = `${env().BASE_URL}/api/v1`;
  const hasNone = client.getQueryData(list.queryKey)?.pages[0]?.data.length === 0 && !alertSearch.isFiltered(filter);
  return hydrate(
    <AlertsBrowser
      viewer={viewer}
      sites={sites}
      baseUrl={baseUrl}
      firstSteps={hasNone && role === "admin" ? await firstSteps(org, ctx, page) : null}
    />,
  );
}
