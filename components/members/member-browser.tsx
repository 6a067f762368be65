"use client";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useRef, useState } from "react";
import { toastProblem } from "@/components/forms/toast-problem";
import { useRefreshingMutation } from "@/components/forms/use-refreshing-mutation";
import { InvitationRows } from "@/components/invitations/invitation-rows";
import { InviteDialog } from "@/components/invitations/invite-dialog";
import { InvitationLinkDialog } from "@/components/invitations/link-dialog";
import { invitationListOptions } from "@/components/invitations/queries";
import { FilterBar } from "@/components/list/filter-bar";
import { ListBody } from "@/components/list/list-body";
import { SearchBox } from "@/components/list/search-box";
import { useListState } from "@/components/list/use-list-state";
import { LeaveCard } from "@/components/members/leave-card";
import type { MemberAction } from "@/components/members/member-menu";
import { filterMembers, memberSearch } from "@/components/members/member-search";
import { MemberTable } from "@/components/members/member-table";
import {
  LeaveOrganizationDialog,
  RemoveMemberDialog,
  RevokeInvitationDialog,
} from "@/components/members/remove-dialogs";
import { RoleDialog } from "@/components/members/role-dialog";
import { useCommands } from "@/components/shell/commands";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { formatQuantity } from "@/components/ui/format-number";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import type { resendInvitation } from "@/lib/invitations/operations";
import type { Invitation, InvitationSent } from "@/lib/invitations/schema";
import { INVITATION_D } from "@/lib/limits";
import type { Member } from "@/lib/members/schema";
import { memberListKeys, memberListOptions } from "./queries";

type MemberBrowserProps = {
  organization: { slug: string; name: string };
  /** The viewer's ID. */
  self: string;
  isAdmin: boolean;
};

type Link = InvitationSent & { url: string };

export function MemberBrowser({ organization, self, isAdmin }: MemberBrowserProps) {
  const { slug } = organization;
  const router = useRouter();
  const state = useListState(memberSearch, `/${slug}/settings/members`);
  const { search, patch, clearFilters } = state;
  const [action, setAction] = useState<{ kind: MemberAction; member: Member } | null>(null);
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<Link | null>(null);
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const list = useQuery(memberListOptions(slug));
  const invitations = useQuery({ ...invitationListOptions(slug), enabled: isAdmin });
  const members = list.data?.data ?? [];
  const pending = invitations.data?.data ?? [];
  const admins = members.filter(({ role }) => role === "admin");
  const isLastAdmin = (member: Member | undefined) => member?.role === "admin" && admins.length === 1;
  const subject = (kind: MemberAction) => (action?.kind === kind ? action.member : null);
  const endAction = () => setAction(null);

  const resending = useRefreshingMutation(
    (invitation: Invitation) =>
      callApi<typeof resendInvitation>("POST /invitations/{id}/resend", {
        organization: slug,
        params: { id: invitation.id },
      }),
    memberListKeys,
  );

  function announce(sent: InvitationSent) {
    setInviting(false);
    const { url, invitation } = sent;
    if (url === null)
      toast.success("Invitation sent", {
        description: `Sent to ${invitation.email}. It expires in ${INVITATION_D} days.`,
      });
    else setLink({ ...sent, url });
  }

  function resend(invitation: Invitation) {
    if (resending.isPending) return;
    resending.mutate(invitation, {
      onSuccess: announce,
      onError: (error) => toastProblem("No new link was sent", error),
    });
  }

  useShortcuts("Members", [
    { keys: "/", description: "Search", run: () => searchBox.current?.focus() },
    ...(isAdmin ? [{ keys: "c", description: "Invite someone", run: () => setInviting(true) }] : []),
  ]);
  useCommands(
    useMemo(
      () => (isAdmin ? [{ id: "invite", label: "Invite a member", action: { run: () => setInviting(true) } }] : []),
      [isAdmin],
    ),
  );

  const shown = filterMembers(members, search.q ?? "");
  return (
    <>
      <PageHeader
        title="Members"
        count={list.data ? countWords(members.length, admins.length) : undefined}
        description={
          isAdmin
            ? "Admins manage everything, support triages alerts, and viewers can only read."
            : "The members of this organization. Ask an admin to invite someone or to change a role."
        }
        actions={
          isAdmin ? (
            <Button
              variant="primary"
              onClick={() => setInviting(true)}
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
            >
              <UserPlus aria-hidden />
              Invite
            </Button>
          ) : undefined
        }
      />
      <FilterBar
        list={state}
        noun="members"
        search={
          <SearchBox
            ref={searchBox}
            label="Search members"
            placeholder="Search by name, email or role"
            value={search.q}
            onChange={(q) => patch({ q })}
            isLocal
          />
        }
        className="mb-4"
      />
      <ListBody
        query={list}
        noun={["member", "members"]}
        count={shown.length}
        total={members.length}
        onClear={clearFilters}
        empty={null}
        noMatch={{ description: "The search covers names, email addresses and roles." }}
        skeleton={<RowsSkeleton label="Loading members" rowClassName="h-13" />}
      >
        <MemberTable
          members={shown}
          self={self}
          isAdmin={isAdmin}
          onAction={(kind, member) => setAction({ kind, member })}
        />
      </ListBody>
      <div className="mt-4 flex flex-col gap-4">
        <QueryError title="The invitations didn't load" query={invitations} />
        {pending.length > 0 ? <InvitationRows invitations={pending} onResend={resend} onRevoke={setRevoked} /> : null}
        {list.data ? (
          <LeaveCard
            organization={organization}
            isLastAdmin={isLastAdmin(members.find(({ id }) => id === self))}
            isAlone={members.length === 1}
          />
        ) : null}
      </div>
      <RoleDialog
        organization={slug}
        subject={subject("role")}
        self={self}
        isLastAdmin={isLastAdmin(action?.member)}
        onClose={endAction}
        onOwnRole={() => router.refresh()}
      />
      <RemoveMemberDialog organization={organization} subject={subject("remove")} onClose={endAction} />
      <LeaveOrganizationDialog organization={organization} open={subject("leave") !== null} onClose={endAction} />
      <InviteDialog
        organization={organization}
        refreshes={memberListKeys}
        open={isInviting}
        onClose={() => setInviting(false)}
        onSent={announce}
      />
      <InvitationLinkDialog sent={link} onClose={() => setLink(null)} />
      <RevokeInvitationDialog organization={slug} subject={revoked} onClose={() => setRevoked(null)} />
    </>
  );
}

function countWords(members: number, admins: number): string {
  return `${formatQuantity(members, "person", "people")}, ${formatQuantity(admins, "admin")}`;
}
