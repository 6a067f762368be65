import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { requireMember } from "@/app/require-member";
import { alertCountQuery, attentionQuery, newestAlertQuery } from "@/components/alerts/overview-queries";
import {
  CAMERAS_PER_PAGE,
  cameraCountsQuery,
  impairedCamerasQuery,
  impairedFilter,
  newestCameraQuery,
} from "@/components/cameras/queries";
import { firstStepsCookie } from "@/components/home/first-steps-cookie";
import { HomeOverview } from "@/components/home/home-overview";
import { keyListQuery } from "@/components/keys/queries";
import { organizationQuery } from "@/components/organizations/queries";
import { Page } from "@/components/shell/page";
import { readAlerts } from "@/lib/alerts/reads";
import type { AlertQuery } from "@/lib/alerts/schema";
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
  const read = (query: AlertQuery) => readAlerts(ctx, query);
  const newest = newestAlertQuery(org, read);
  await Promise.all([
    client.prefetchQuery(attentionQuery(org, read)),
    client.prefetchQuery(newest),
    client.prefetchQuery(alertCountQuery(org, "open", read)),
    client.prefetchQuery(alertCountQuery(org, "acknowledged", read)),
    client.prefetchQuery({ ...cameraCountsQuery(org), queryFn: () => readCameraCounts(ctx, {}) }),
    client.prefetchQuery({
      ...impairedCamerasQuery(org),
      queryFn: () => readCameras(ctx, { ...impairedFilter, limit: CAMERAS_PER_PAGE }),
    }),
  ]);
  const isHidden = (await cookies()).has(firstStepsCookie(org));
  const isNew = client.getQueryData(newest.queryKey)?.data.length === 0;
  const showsSteps = isNew && role === "admin" && !isHidden;
  if (showsSteps) {
    await Promise.all([
      client.prefetchQuery({ ...organizationQuery(org), queryFn: () => readOrganization(ctx) }),
      client.prefetchQuery({ ...keyListQuery(org), queryFn: () => readKeys(ctx, { limit: MAX_PAGE_SIZE }) }),
      client.prefetchQuery({ ...newestCameraQuery(org), queryFn: () => readCameras(ctx, { limit: 1 }) }),
    ]);
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <HomeOverview
          organization={{ slug: org, name: ctx.organization.name }}
          firstSteps={showsSteps ? { baseUrl: `${env().BASE_URL}/api/v1` } : null}
        />
      </Page>
    </HydrationBoundary>
  );
}
