"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Maximize2 } from "lucide-react";
import { AlertDetail } from "@/components/alerts/alert-detail";
import { useTriage } from "@/components/alerts/triage-context";
import { ButtonLink } from "@/components/ui/button";
import { SidePanel } from "@/components/ui/side-panel";
import { type AlertLine, type AlertListPage, alertsKey } from "./queries";

type AlertPanelProps = {
  id: string;
  onClose: () => void;
  onOpen: (id: string) => void;
  /**
   * Returns whether a newly opened alert takes focus. False while the reader steps through the list, which keeps
   * focus.
   */
  takesFocus: () => boolean;
};

export function AlertPanel({ id, onClose, onOpen, takesFocus }: AlertPanelProps) {
  const seed = useSeed(id);
  return (
    <SidePanel noun="Alert" id={id} onClose={onClose} takesFocus={takesFocus} actions={<OpenAsPage id={id} />}>
      <AlertDetail id={id} seed={seed} layout="panel" onOpen={onOpen} />
    </SidePanel>
  );
}

/** Opens the alert as a full page. It has the same URL as the panel, but is loaded from the server. */
function OpenAsPage({ id }: { id: string }) {
  const { viewer } = useTriage();
  return (
    <ButtonLink
      href={`/${viewer.organization}/alerts/${id}`}
      variant="ghost"
      size="icon-sm"
      aria-label="Open as a page"
      title="Open as a page"
      target="_blank"
    >
      <Maximize2 aria-hidden />
    </ButtonLink>
  );
}

/** Returns the alert's row from any cached list, or undefined if no list contains it. */
function useSeed(id: string): AlertLine | undefined {
  const client = useQueryClient();
  const { viewer } = useTriage();
  for (const [, data] of client.getQueriesData<{ pages: AlertListPage[] }>({
    queryKey: [...alertsKey, viewer.organization, "list"],
  })) {
    for (const page of data?.pages ?? []) {
      const found = page.data.find((alert) => alert.id === id);
      if (found) return found;
    }
  }
  return undefined;
}
