import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { invitationListOptions } from "@/components/invitations/queries";
import { MemberBrowser } from "@/components/members/member-browser";
import { memberListOptions } from "@/components/members/queries";
import { Page } from "@/components/shell/page";
import { encodeId } from "@/lib/db/ids";

export const metadata: Metadata = { title: "Members" };

type MembersPageProps = { params: Promise<{ org: string }> };

export default async function MembersPage({ params }: MembersPageProps) {
  const { org } = await params;
  const { ctx, person, role } = await requireMember(org);
  const isAdmin = role === "admin";
  const { client, call, hydrate } = prefetchPage(ctx);
  await Promise.all([
    client.prefetchQuery(memberListOptions(org, call)),
    isAdmin && client.prefetchQuery(invitationListOptions(org, call)),
  ]);
  return hydrate(
    <Page>
      <MemberBrowser
        organization={{ slug: org, name: ctx.organization.name }}
        self={encodeId("user", person.id)}
        isAdmin={isAdmin}
      />
    </Page>,
  );
}
