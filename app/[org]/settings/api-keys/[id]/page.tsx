import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireMember } from "@/app/require-member";
import { KeyDetail } from "@/components/keys/key-detail";
import { keyOptions } from "@/components/keys/queries";
import { organizationOptions } from "@/components/organizations/queries";
import { requestListOptions } from "@/components/requests/queries";
import { RecentRequests } from "@/components/requests/recent-requests";
import { NoPermission } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/shell/page-header";
import { isFailure } from "@/lib/errors";
import { readKey } from "@/lib/keys/reads";
import { readOrganization } from "@/lib/organizations/reads";
import { readRequests } from "@/lib/requests/reads";

export const metadata: Metadata = { title: "API key" };

type ApiKeyPageProps = { params: Promise<{ org: string; id: string }> };

export default async function ApiKeyPage({ params }: ApiKeyPageProps) {
  const { org, id } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <Page>
        <PageHeader title="API key" />
        <NoPermission
          title="API keys are for admins"
          description="Your role does not include credentials. Ask an admin of this organization if you need a key."
          backHref={`/${org}`}
        />
      </Page>
    );
  }
  const client = new QueryClient();
  const [key] = await Promise.all([
    readKey(ctx, id).catch((error: unknown) => {
      if (isFailure(error) && error.code === "not_found") return null;
      throw error;
    }),
    client.prefetchQuery({ ...organizationOptions(org), queryFn: () => readOrganization(ctx) }),
    client.prefetchInfiniteQuery(
      requestListOptions(org, { credential: [id], range: "30d" }, (query) => readRequests(ctx, query)),
    ),
  ]);
  if (!key) notFound();
  client.setQueryData(keyOptions(org, id).queryKey, key);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <KeyDetail
          organization={org}
          id={id}
          held={ctx.scopes}
          requests={<RecentRequests organization={org} credential={id} />}
        />
      </Page>
    </HydrationBoundary>
  );
}
