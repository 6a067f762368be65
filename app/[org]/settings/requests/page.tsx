import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import type { PageSearchParams } from "@/components/list/search-codec";
import { requestSearch } from "@/components/requests/request-search";
import { NoPermissionPage } from "@/components/shell/no-permission";
import { RequestLog } from "./request-log";

export const metadata: Metadata = { title: "Request log" };

type RequestsPageProps = {
  params: Promise<{ org: string }>;
  searchParams: Promise<PageSearchParams>;
};

export default async function RequestsPage({ params, searchParams }: RequestsPageProps) {
  const { org } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <NoPermissionPage
        page="Request log"
        title="Only admins can view the request log"
        description="Your role can't view the request log. Ask an admin if you need details of a request."
        organization={org}
      />
    );
  }
  return <RequestLog ctx={ctx} organization={org} filter={requestSearch.parse(await searchParams)} />;
}
