"use client";
import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useTriage } from "@/components/alerts/triage-context";
import { newestCameraOptions } from "@/components/cameras/queries";
import { ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";

/** An organization without alerts: what to send so that the first one appears, here, by itself. */
export function NoAlertsYet({ baseUrl }: { baseUrl: string }) {
  const { viewer } = useTriage();
  const cameras = useQuery(newestCameraOptions(viewer.organization));
  const camera = cameras.data?.data[0];
  const reference = camera ? (camera.external_id ?? camera.id) : "front-door";
  const post = (path: string, body: object) =>
    [
      `curl -X POST ${baseUrl}${path} \\`,
      `  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
      `  -H "Content-Type: application/json" \\`,
      `  -d '${JSON.stringify(body)}'`,
    ].join("\n");
  const alert = post("/alerts", { camera_id: reference, use_case: "intrusion", status: "open" });
  const first = post("/cameras", { name: "Front door", external_id: reference });
  return (
    <div className="mx-auto max-w-2xl pb-10">
      <EmptyState
        icon={<BellRing />}
        title="No alerts yet"
        description="Send the first one with an API key, and it appears here by itself."
        action={
          viewer.role === "admin" ? (
            <ButtonLink href={`/${viewer.organization}/settings/api-keys`}>Create an API key</ButtonLink>
          ) : undefined
        }
        className="pb-6"
      />
      <CodeBlock label="Send an alert" code={camera || cameras.isPending ? alert : `${first}\n\n${alert}`} />
    </div>
  );
}
