"use client";
import { useQuery } from "@tanstack/react-query";
import { AlertDetail } from "@/components/alerts/alert-detail";
import { TriageProvider } from "@/components/alerts/triage";
import { useTriage, type Viewer } from "@/components/alerts/triage-context";
import { useAlertKeys } from "@/components/alerts/use-alert-keys";
import { Page } from "@/components/shell/page";
import { useNavigate } from "@/components/ui/use-navigate";
import { alertOptions } from "./queries";

type AlertPageProps = {
  viewer: Viewer;
  id: string;
  /** The URL of the list from which the page was opened, with its filter. */
  listAddress: string;
};

/** The full page of one alert. Shared links and reloads open it instead of the panel. */
export function AlertPage({ viewer, id, listAddress }: AlertPageProps) {
  return (
    <TriageProvider viewer={viewer}>
      <Page>
        <PageKeys id={id} listAddress={listAddress} />
        <AlertDetail key={id} id={id} layout="page" listAddress={listAddress} />
      </Page>
    </TriageProvider>
  );
}

function PageKeys({ id, listAddress }: { id: string; listAddress: string }) {
  const go = useNavigate();
  const triage = useTriage();
  const { data } = useQuery(alertOptions(triage.viewer.organization, id));
  useAlertKeys({
    decide: (wanted) => void triage.decide(data ? [data] : [], wanted),
    close: () => go(listAddress),
  });
  return null;
}
