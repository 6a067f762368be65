"use client";
import { useQuery } from "@tanstack/react-query";
import { useTriage } from "@/components/alerts/triage-context";
import { newestCameraOptions } from "@/components/cameras/queries";
import { firstRequests } from "@/components/snippets/first-requests";
import { curlSnippet } from "@/components/snippets/request-snippets";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LazyCodeBlock } from "@/components/ui/lazy-code-block";

/** Shown if an organization has no alerts. Explains how to send the first one. */
export function NoAlertsYet({ baseUrl }: { baseUrl: string }) {
  const { viewer } = useTriage();
  const cameras = useQuery(newestCameraOptions(viewer.organization));
  const camera = cameras.data?.data[0];
  const reference = camera ? (camera.external_id ?? camera.id) : null;
  const requests = firstRequests(baseUrl, reference);
  const shown = cameras.isPending ? requests.slice(-1) : requests;
  return (
    <div className="mx-auto max-w-2xl pb-10">
      <EmptyState
        scene="quiet"
        title="No alerts yet"
        description="Send the first one with an API key. It appears here right away."
        action={
          viewer.role === "admin" ? (
            <ButtonLink href={`/${viewer.organization}/settings/api-keys`}>Create an API key</ButtonLink>
          ) : undefined
        }
        className="pb-6"
      />
      <LazyCodeBlock label="Send an alert" code={shown.map(curlSnippet).join("\n\n")} />
    </div>
  );
}
