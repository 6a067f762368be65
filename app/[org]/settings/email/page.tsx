import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import { EmailBrowser } from "@/components/emails/email-browser";
import { emailSearch } from "@/components/emails/email-labels";
import { EMAILS_PER_PAGE, emailListOptions } from "@/components/emails/queries";
import type { PageSearchParams } from "@/components/list/search-codec";
import { NoPermission } from "@/components/shell/no-permission";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/shell/page-header";
import { mailServer, readEmails } from "@/lib/emails/reads";

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
      <Page>
        <PageHeader title="Email" />
        <NoPermission
          title="Email is for admins"
          description="Mails may hold links for others. Ask an admin of this organization if you wait for one."
          backHref={`/${org}`}
        />
      </Page>
    );
  }
  const { state } = emailSearch.parse(await searchParams);
  const client = new QueryClient();
  await client.prefetchInfiniteQuery({
    ...emailListOptions(org, state),
    queryFn: () => readEmails(ctx, { ...(state && { state: [state] }), limit: EMAILS_PER_PAGE }),
  });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <EmailBrowser organization={org} server={mailServer()} />
      </Page>
    </HydrationBoundary>
  );
}
