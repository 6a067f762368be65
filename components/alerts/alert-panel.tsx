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
  /** False while the reader goes through the list: the focus stays there. */
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

/** The same address, asked of the server: there it is a page of its own. */
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

/** What some list already knows of the alert. */
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
