"use client";
import { useState } from "react";
import { LeaveOrganizationDialog } from "@/components/members/remove-dialogs";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

type LeaveCardProps = {
  organization: { slug: string; name: string };
  /** Whether the viewer is the only admin, who can't leave. */
  isLastAdmin: boolean;
  isAlone: boolean;
};

export function LeaveCard({ organization, isLastAdmin, isAlone }: LeaveCardProps) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-sm font-semibold">
          Leave <span dir="auto">{organization.name}</span>
        </h2>
        <p className="mt-0.5 text-muted-foreground">
          {isLastAdmin ? lastAdminWords(isAlone) : "You lose access immediately. Your account is kept."}
        </p>
      </div>
      <Button disabled={isLastAdmin} onClick={() => setLeaving(true)}>
        Leave organization
      </Button>
      <LeaveOrganizationDialog organization={organization} open={isLeaving} onClose={() => setLeaving(false)} />
    </Card>
  );
}

function lastAdminWords(isAlone: boolean): string {
  const first = isAlone ? "invite another admin" : "make another member an admin";
  return `You are the only admin. Before you can leave, ${first}.`;
}
