import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { EmailBrowser } from "@/components/emails/email-browser";
import { emailSearch } from "@/components/emails/email-labels";
import { emailListOptions } from "@/components/emails/queries";
import type { PageSearchParams } from "@/components/list/search-codec";
import { NoPermissionPage } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";
import { mailServer } from "@/lib/emails/reads";

export const metadata: Metadata = { title: "Email" };

type EmailPageProps = {
  params: Promise<{ org: string }>;
  searchParams: Promise<PageSearchParams>;
};

export default async function EmailPage({ params, searchParams }: EmailPageProps) {
  const { org } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed) {
    return (
      <NoPermissionPage
        page="Email"
        title="Only admins can view emails"
        description="Emails can contain links for other people. Ask an admin if you're waiting for one."
        organization={org}
      />
    );
  }
  const { state } = emailSearch.parse(await searchParams);
  const { client, call, hydrate } = prefetchPage(ctx);
  await client.prefetchInfiniteQuery(emailListOptions(org, state, call));
  return hydrate(
    <Page>
      <EmailBrowser organization={org} server={mailServer()} />
    </Page>,
  );
}
