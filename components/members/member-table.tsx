"use client";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { type MemberAction, MemberMenu } from "@/components/members/member-menu";
import { roleLabels } from "@/components/shell/role-labels";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { SESSION_D } from "@/lib/limits";
import type { Member } from "@/lib/members/schema";

type MemberTableProps = {
  members: readonly Member[];
  /** Id of whoever looks. */
  self: string;
  isAdmin: boolean;
  onAction: (action: MemberAction, member: Member) => void;
};

export function MemberTable({ members, self, isAdmin, onAction }: MemberTableProps) {
  return (
    <div className="rounded-lg border border-border bg-surface">
      <Table label="Members">
        <TableHeader>
          <tr>
            <TableHead>Name</TableHead>
            <TableHead>Role</TableHead>
            {isAdmin ? <TableHead className="max-md:hidden">Two-factor</TableHead> : null}
            {isAdmin ? <TableHead className="max-lg:hidden">Last seen</TableHead> : null}
            <TableHead className="max-md:hidden">Joined</TableHead>
            {isAdmin ? (
              <TableHead>
                <span className="sr-only">Actions</span>
              </TableHead>
            ) : null}
          </tr>
        </TableHeader>
        <TableBody>
          {members.map((member) => (
            <TableRow key={member.id}>
              <th scope="row" className="w-full max-w-0 py-2 pr-3 pl-4 text-left font-normal">
                <span className="flex items-center gap-2.5">
                  <Avatar name={member.name} />
                  <span className="min-w-0">
                    <span className="flex min-w-0 items-center gap-1.5">
                      <span dir="auto" title={member.name} className="truncate font-medium">
                        {member.name}
                      </span>
                      {member.id === self ? <Badge tone="outline">You</Badge> : null}
                    </span>
                    <span title={member.email} className="block truncate text-xs text-muted-foreground">
                      {member.email}
                    </span>
                    {isAdmin ? (
                      <span className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-muted-foreground md:hidden">
                        <TwoFactor isOn={member.two_factor} />
                        <LastSeen value={member.last_seen_at} />
                      </span>
                    ) : null}
                  </span>
                </span>
              </th>
              <TableCell>
                <Badge tone={member.role === "admin" ? "primary" : "neutral"}>{roleLabels[member.role]}</Badge>
              </TableCell>
              {isAdmin ? (
                <TableCell className="whitespace-nowrap max-md:hidden">
                  <TwoFactor isOn={member.two_factor} />
                </TableCell>
              ) : null}
              {isAdmin ? (
                <TableCell className="min-w-32 whitespace-nowrap text-muted-foreground max-lg:hidden">
                  <LastSeen value={member.last_seen_at} />
                </TableCell>
              ) : null}
              <TableCell className="whitespace-nowrap text-muted-foreground max-md:hidden">
                <RelativeTime value={member.joined_at} mode="date" />
              </TableCell>
              {isAdmin ? (
                <TableCell className="text-right">
                  <MemberMenu
                    member={member}
                    isSelf={member.id === self}
                    onAction={(action) => onAction(action, member)}
                  />
                </TableCell>
              ) : null}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function TwoFactor({ isOn }: { isOn: boolean | null }) {
  const Icon = isOn ? ShieldCheck : ShieldAlert;
  return (
    <span className={cn("inline-flex items-center gap-1.5 align-middle", !isOn && "text-muted-foreground")}>
      <Icon aria-hidden className={cn("size-4", isOn && "text-success")} strokeWidth={1.75} />
      <span className="md:hidden">Two-factor {isOn ? "on" : "off"}</span>
      <span className="max-md:hidden">{isOn ? "On" : "Off"}</span>
    </span>
  );
}

/** Sessions are kept no longer than they can last. */
function LastSeen({ value }: { value: string | null }) {
  return value ? (
    <span>
      <span className="md:sr-only">Seen </span>
      <RelativeTime value={value} />
    </span>
  ) : (
    <span>Not in {SESSION_D} days</span>
  );
}
