import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import { alertsAddress, searchOf } from "@/components/alerts/alerts-address";
import { AlertsBrowser } from "@/components/alerts/alerts-browser";
import { alertListQuery, parseAlertFilter } from "@/lib/alerts/queries";
import { listAlerts } from "@/lib/alerts/reads";
import { encodeId } from "@/lib/db/ids";
import { env } from "@/lib/env";
import { memberListQuery } from "@/lib/members/queries";
import { listMembers } from "@/lib/members/reads";
import { listSiteNames } from "@/lib/sites/reads";

export const metadata: Metadata = { title: "Alerts" };

type AlertsPageProps = {
  params: Promise<{ org: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function AlertsPage({ params, searchParams }: AlertsPageProps) {
  const { org } = await params;
  const { ctx, person, role } = await requireMember(org);
  const filter = parseAlertFilter(searchOf(await searchParams));
  const viewer = { organization: org, id: encodeId("user", person.id), name: person.name, role };
  const client = new QueryClient();
  const [sites] = await Promise.all([
    listSiteNames(ctx),
    client.fetchInfiniteQuery(alertListQuery(org, filter, viewer.id, (query) => listAlerts(ctx, query))),
    client.prefetchQuery({ ...memberListQuery(org), queryFn: () => listMembers(ctx) }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AlertsBrowser
        viewer={viewer}
        sites={sites}
        address={alertsAddress(org, filter)}
        baseUrl={`${env().BASE_URL}/api/v1`}
      />
    </HydrationBoundary>
  );
}
