import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import { AuditBrowser } from "@/components/audit/audit-browser";
import { auditSearch, toAuditFilter } from "@/components/audit/audit-search";
import { auditLogOptions } from "@/components/audit/queries";
import type { PageSearchParams } from "@/components/list/search-codec";
import { memberListOptions } from "@/components/members/queries";
import { NoPermission } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/shell/page-header";
import { readAuditLog } from "@/lib/audit/reads";
import { everyPage } from "@/lib/http/every-page";
import { readMembers } from "@/lib/members/reads";

export const metadata: Metadata = { title: "Audit log" };

type AuditLogPageProps = {
  params: Promise<{ org: string }>;
  searchParams: Promise<PageSearchParams>;
};

export default async function AuditLogPage({ params, searchParams }: AuditLogPageProps) {
  const { org } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <Page>
        <PageHeader title="Audit log" />
        <NoPermission
          title="The audit log is for admins"
          description="Your role does not include what others changed. Ask an admin of this organization if you need it."
          backHref={`/${org}`}
        />
      </Page>
    );
  }
  const filter = toAuditFilter(auditSearch.parse(await searchParams));
  const client = new QueryClient();
  await Promise.all([
    client.prefetchInfiniteQuery(auditLogOptions(org, filter, (query) => readAuditLog(ctx, query))),
    client.prefetchQuery({ ...memberListOptions(org), queryFn: () => everyPage((page) => readMembers(ctx, page)) }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <AuditBrowser organization={org} />
      </Page>
    </HydrationBoundary>
  );
}
