"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { alertTitle } from "@/components/alerts/labels";
import { newestAlertOptions, WAITING_REFRESH_MS } from "@/components/alerts/overview-queries";
import { patchAlert } from "@/components/alerts/queries";
import { useLiveEvents } from "@/components/live/live-events";
import { SeverityMark } from "@/components/shell/status-badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { Alert } from "@/lib/alerts/schema";

/** Shows the next alert that arrives, whether it was sent with the button above or from a terminal. */
export function LandingSlot({ organization }: { organization: string }) {
  const [before, setBefore] = useState<{ id: string | null } | null>(null);
  const isOpen = useLiveEvents(organization, (events) => {
    if (events === null || events.some(({ type }) => type === "alert.created")) void newest.refetch();
  });
  const newest = useQuery({
    ...newestAlertOptions(organization),
    staleTime: 0,
    refetchInterval: isOpen ? false : WAITING_REFRESH_MS,
  });
  const alert = newest.data?.data[0];
  if (!before && newest.data && !newest.isFetching) setBefore({ id: alert?.id ?? null });
  const landed = before && alert && alert.id !== before.id ? alert : null;
  const dismissal = useMutation({
    mutationFn: (seen: Pick<Alert, "id" | "version">) =>
      patchAlert(organization, seen, { status: "dismissed", disposition: "test" }),
    onSettled: () => newest.refetch(),
  });
  return (
    <div
      role="status"
      className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-dashed border-input px-4 py-2"
    >
      {landed ? (
        <>
          <SeverityMark severity={landed.severity} />
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {alertTitle(landed)}
          </span>
          <Link href={`/${organization}/alerts/${landed.id}`} target="_blank" className="text-link hover:underline">
            Open alert
          </Link>
          {landed.status === "dismissed" ? (
            <span className="text-muted-foreground">Dismissed</span>
          ) : (
            <Button size="sm" loading={dismissal.isPending} onClick={() => dismissal.mutate(landed)}>
              {dismissal.isError ? "Not dismissed. Try again" : "Dismiss as test"}
            </Button>
          )}
        </>
      ) : (
        <span className="text-muted-foreground">Waiting for an alert. It appears here as soon as it arrives.</span>
      )}
    </div>
  );
}
