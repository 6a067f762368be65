"use client";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { type ListColumn, ListDetail, ListTable } from "@/components/list/list-table";
import { type MemberAction, MemberMenu } from "@/components/members/member-menu";
import { roleLabels } from "@/components/shell/role-labels";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import { SESSION_D } from "@/lib/limits";
import type { Member } from "@/lib/members/schema";

type MemberTableProps = {
  members: readonly Member[];
  /** The viewer's ID. */
  self: string;
  isAdmin: boolean;
  onAction: (action: MemberAction, member: Member) => void;
};

const role: ListColumn<Member> = {
  label: "Role",
  width: "w-28",
  cell: (member) => <Badge tone={member.role === "admin" ? "primary" : "neutral"}>{roleLabels[member.role]}</Badge>,
};

const joined: ListColumn<Member> = {
  label: "Joined",
  width: "w-32",
  className: "text-muted-foreground tabular-nums whitespace-nowrap @max-[52rem]:hidden",
  cell: (member) => <RelativeTime value={member.joined_at} mode="date" />,
};

/** Columns that only admins see. */
const safety: readonly ListColumn<Member>[] = [
  { label: "Two-factor", width: "w-28", cell: (member) => <TwoFactor isOn={member.two_factor} /> },
  {
    label: "Last seen",
    width: "w-36",
    className: "text-muted-foreground tabular-nums whitespace-nowrap",
    cell: (member) => <LastSeen value={member.last_seen_at} />,
  },
];

export function MemberTable({ members, self, isAdmin, onAction }: MemberTableProps) {
  const name: ListColumn<Member> = {
    label: "Name",
    cell: (member) => <Name {...member} isSelf={member.id === self} />,
  };
  return (
    <ListTable
      label="Members"
      rows={members}
      columns={isAdmin ? [name, role, ...safety, joined] : [name, role, joined]}
      actions={
        isAdmin
          ? (member) => (
              <MemberMenu member={member} isSelf={member.id === self} onAction={(action) => onAction(action, member)} />
            )
          : undefined
      }
      density="roomy"
    />
  );
}

function Name({ name, email, isSelf }: Pick<Member, "name" | "email"> & { isSelf: boolean }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} />
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-1.5">
          <span dir="auto" title={name} className="truncate font-medium">
            {name}
          </span>
          {isSelf ? <Badge tone="outline">You</Badge> : null}
        </span>
        <ListDetail title={email}>{email}</ListDetail>
      </span>
    </span>
  );
}

function TwoFactor({ isOn }: { isOn: boolean | null }) {
  const Icon = isOn ? ShieldCheck : ShieldAlert;
  return (
    <span className={cn("flex items-center gap-1.5", !isOn && "text-muted-foreground")}>
      <Icon aria-hidden className={cn("size-4", isOn && "text-success")} strokeWidth={1.75} />
      <span>
        <span className="@min-[38rem]:hidden">Two-factor </span>
        <span className="@max-[38rem]:lowercase">{isOn ? "On" : "Off"}</span>
      </span>
    </span>
  );
}

/** Shows when a member was last seen. Older sessions are deleted, so an earlier time is unknown. */
function LastSeen({ value }: { value: string | null }) {
  if (value === null) return `Not in ${SESSION_D} days`;
  return (
    <>
      <span className="@min-[38rem]:hidden">Seen </span>
      <RelativeTime value={value} />
    </>
  );
}
