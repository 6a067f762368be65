import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { AuditBrowser } from "@/components/audit/audit-browser";
import { auditSearch, toAuditFilter } from "@/components/audit/audit-search";
import { auditLogOptions } from "@/components/audit/queries";
import type { PageSearchParams } from "@/components/list/search-codec";
import { memberListOptions } from "@/components/members/queries";
import { NoPermissionPage } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";

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
      <NoPermissionPage
        page="Audit log"
        title="Only admins can view the audit log"
        description="Your role can't view the audit log. Ask an admin if you need access."
        organization={org}
      />
    );
  }
  const filter = toAuditFilter(auditSearch.parse(await searchParams));
  const { client, call, hydrate } = prefetchPage(ctx);
  await Promise.all([
    client.prefetchInfiniteQuery(auditLogOptions(org, filter, call)),
    client.prefetchQuery(memberListOptions(org, call)),
  ]);
  return hydrate(
    <Page>
      <AuditBrowser organization={org} />
    </Page>,
  );
}
