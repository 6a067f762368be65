"use client";
import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Check, Search, UserMinus } from "lucide-react";
import type { ReactNode } from "react";
import { useTriage } from "@/components/alerts/triage-context";
import { memberListOptions } from "@/components/members/queries";
import { QueryError } from "@/components/shell/query-error";
import { Avatar } from "@/components/ui/avatar";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { Member } from "@/lib/members/schema";

type AssignDialogProps = {
  open: boolean;
  onClose: () => void;
  /** The title of the dialog, such as "Assign 3 alerts". */
  title: string;
  /** The alert's title, if the dialog is about a single alert. */
  description: ReactNode;
  /** The ID of the current assignee: null if unassigned, undefined if the alerts differ. */
  current: string | null | undefined;
  onAssign: (member: Pick<Member, "id" | "name"> | null) => void;
};

const itemClasses =
  "flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-muted pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground";

export function AssignDialog({ open, onClose, title, description, current, onAssign }: AssignDialogProps) {
  const { viewer } = useTriage();
  const members = useQuery(memberListOptions(viewer.organization));
  const people = members.data?.data.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)) ?? [];
  function rank({ id }: Member) {
    return id === viewer.id ? 0 : 1;
  }

  return (
    <Dialog open={open} onOpenChange={onClose} size="sm" title={title} description={description}>
      <Command label="People" loop className="flex min-h-0 flex-col border-t border-border">
        <div className="flex items-center gap-2.5 border-b border-border px-5">
          <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          <Command.Input
            autoFocus
            placeholder="Find a person"
            className="h-11 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted-foreground sm:text-sm"
          />
        </div>
        <Command.List label="People" className="max-h-72 overflow-y-auto p-2">
          {members.isPending ? (
            <div aria-busy className="flex flex-col gap-2 p-2">
              <Skeleton className="h-6" />
              <Skeleton className="h-6" />
            </div>
          ) : (
            <Command.Empty className="px-3 py-6 text-center text-sm text-muted-foreground">
              No member has this name.
            </Command.Empty>
          )}
          <QueryError title="The members didn't load" query={members} className="py-6" />
          {people.map((person) => (
            <Command.Item
              key={person.id}
              value={`${person.name} ${person.email} ${person.id === viewer.id ? "me" : ""}`}
              onSelect={() => onAssign(person)}
              className={itemClasses}
            >
              <Avatar name={person.name} />
              <span className="min-w-0 flex-1 truncate">
                <bdi>{person.name}</bdi>
                {person.id === viewer.id ? <span className="text-muted-foreground"> (me)</span> : null}
              </span>
              {current === person.id ? <Check aria-label="Current" /> : null}
            </Command.Item>
          ))}
          {members.data ? (
            <Command.Item value="Unassigned none" onSelect={() => onAssign(null)} className={itemClasses}>
              <span className="grid size-6 place-items-center">
                <UserMinus aria-hidden />
              </span>
              <span className="flex-1">Unassigned</span>
              {current === null ? <Check aria-label="Current" /> : null}
            </Command.Item>
          ) : null}
        </Command.List>
      </Command>
    </Dialog>
  );
}
