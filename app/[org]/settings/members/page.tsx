import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import { invitationListOptions } from "@/components/invitations/queries";
import { MemberBrowser } from "@/components/members/member-browser";
import { memberListOptions } from "@/components/members/queries";
import { Page } from "@/components/shell/page";
import { encodeId } from "@/lib/db/ids";
import { everyPage } from "@/lib/http/every-page";
import { readInvitations } from "@/lib/invitations/reads";
import { readMembers } from "@/lib/members/reads";

export const metadata: Metadata = { title: "Members" };

type MembersPageProps = { params: Promise<{ org: string }> };

export default async function MembersPage({ params }: MembersPageProps) {
  const { org } = await params;
  const { ctx, person, role } = await requireMember(org);
  const isAdmin = role === "admin";
  const client = new QueryClient();
  await Promise.all([
    client.prefetchQuery({ ...memberListOptions(org), queryFn: () => everyPage((page) => readMembers(ctx, page)) }),
    isAdmin &&
      client.prefetchQuery({
        ...invitationListOptions(org),
        queryFn: () => everyPage((page) => readInvitations(ctx, page)),
      }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <MemberBrowser
          organization={{ slug: org, name: ctx.organization.name }}
          self={encodeId("user", person.id)}
          isAdmin={isAdmin}
        />
      </Page>
    </HydrationBoundary>
  );
}
