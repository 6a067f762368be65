import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { CameraAlerts } from "@/components/alerts/camera-alerts";
import { cameraAlertsOptions } from "@/components/alerts/overview-queries";
import { CameraDetail } from "@/components/cameras/camera-detail";
import { cameraOptions, cameraStatusOptions } from "@/components/cameras/queries";
import { Page } from "@/components/shell/page";
import { readCamera } from "@/lib/cameras/reads";
import { env } from "@/lib/env";
import { isFailure } from "@/lib/errors";
import { listSiteNames } from "@/lib/sites/reads";

export const metadata: Metadata = { title: "Camera" };

export default async function CameraPage({ params }: { params: Promise<{ org: string; id: string }> }) {
  const { org, id } = await params;
  const { ctx } = await requireMember(org);
  const { client, call, hydrate } = prefetchPage(ctx);
  const [camera, sites] = await Promise.all([
    readCamera(ctx, id).catch((error: unknown) => {
      if (isFailure(error) && error.code === "not_found") return null;
      throw error;
    }),
    listSiteNames(ctx),
    client.prefetchQuery(cameraStatusOptions(org, id, call)),
    client.prefetchQuery(cameraAlertsOptions(org, id, call)),
  ]);
  if (!camera) notFound();
  client.setQueryData(cameraOptions(org, id).queryKey, camera);
  return hydrate(
    <Page>
      <CameraDetail
        organization={org}
        id={id}
        sites={sites}
        baseUrl={`${env().BASE_URL}/api/v1`}
        alerts={<CameraAlerts organization={org} cameraId={id} />}
      />
    </Page>,
  );
}
