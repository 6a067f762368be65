import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { KeyDetail } from "@/components/keys/key-detail";
import { keyOptions } from "@/components/keys/queries";
import { organizationOptions } from "@/components/organizations/queries";
import { requestListOptions } from "@/components/requests/queries";
import { RecentRequests } from "@/components/requests/recent-requests";
import { NoPermissionPage } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";
import { isFailure } from "@/lib/errors";
import { readKey } from "@/lib/keys/reads";

export const metadata: Metadata = { title: "API key" };

type ApiKeyPageProps = { params: Promise<{ org: string; id: string }> };

export default async function ApiKeyPage({ params }: ApiKeyPageProps) {
  const { org, id } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <NoPermissionPage
        page="API key"
        title="Only admins can manage API keys"
        description="Your role can't view credentials. Ask an admin if you need a key."
        organization={org}
      />
    );
  }
  const { client, call, hydrate } = prefetchPage(ctx);
  const [key] = await Promise.all([
    readKey(ctx, id).catch((error: unknown) => {
      if (isFailure(error) && error.code === "not_found") return null;
      throw error;
    }),
    client.prefetchQuery(organizationOptions(org, call)),
    client.prefetchInfiniteQuery(requestListOptions(org, { credential: [id], range: "30d" }, call)),
  ]);
  if (!key) notFound();
  client.setQueryData(keyOptions(org, id).queryKey, key);
  return hydrate(
    <Page>
      <KeyDetail
        organization={org}
        id={id}
        held={ctx.scopes}
        requests={<RecentRequests organization={org} credential={id} />}
      />
    </Page>,
  );
}
