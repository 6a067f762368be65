import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { requireMember } from "@/app/require-member";
import { alertCountOptions, attentionOptions, newestAlertOptions } from "@/components/alerts/overview-queries";
import {
  CAMERAS_PER_PAGE,
  cameraCountsOptions,
  impairedCamerasOptions,
  impairedFilter,
  newestCameraOptions,
} from "@/components/cameras/queries";
import { firstStepsCookie } from "@/components/first-alert/first-steps-cookie";
import { HomeOverview } from "@/components/home/home-overview";
import { keyListOptions } from "@/components/keys/queries";
import { organizationOptions } from "@/components/organizations/queries";
import { Page } from "@/components/shell/page";
import { readAlerts } from "@/lib/alerts/reads";
import type { AlertListQuery } from "@/lib/alerts/schema";
import { readCameraCounts, readCameras } from "@/lib/cameras/reads";
import { env } from "@/lib/env";
import { readKeys } from "@/lib/keys/reads";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import { readOrganization } from "@/lib/organizations/reads";

export const metadata: Metadata = { title: "Home" };

export default async function HomePage({ params }: { params: Promise<{ org: string }> }) {
  const { org } = await params;
  const { ctx, role } = await requireMember(org);
  const client = new QueryClient();
  const read = (query: AlertListQuery) => readAlerts(ctx, query);
  const newest = newestAlertOptions(org, read);
  await Promise.all([
    client.prefetchQuery(attentionOptions(org, read)),
    client.prefetchQuery(newest),
    client.prefetchQuery(alertCountOptions(org, "open", read)),
    client.prefetchQuery(alertCountOptions(org, "acknowledged", read)),
    client.prefetchQuery({ ...cameraCountsOptions(org), queryFn: () => readCameraCounts(ctx, {}) }),
    client.prefetchQuery({
      ...impairedCamerasOptions(org),
      queryFn: () => readCameras(ctx, { ...impairedFilter, limit: CAMERAS_PER_PAGE }),
    }),
  ]);
  const isHidden = (await cookies()).has(firstStepsCookie(org));
  const isNew = client.getQueryData(newest.queryKey)?.data.length === 0;
  const showsSteps = isNew && role === "admin" && !isHidden;
  if (showsSteps) {
    await Promise.all([
      client.prefetchQuery({ ...organizationOptions(org), queryFn: () => readOrganization(ctx) }),
      client.prefetchQuery({ ...keyListOptions(org), queryFn: () => readKeys(ctx, { limit: MAX_PAGE_SIZE }) }),
      client.prefetchQuery({ ...newestCameraOptions(org), queryFn: () => readCameras(ctx, { limit: 1 }) }),
    ]);
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <HomeOverview
          organization={{ slug: org, name: ctx.organization.name }}
          firstSteps={showsSteps ? { baseUrl: `${env().BASE_URL}/api/v1`, held: ctx.scopes } : null}
        />
      </Page>
    </HydrationBoundary>
  );
}
