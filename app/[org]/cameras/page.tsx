import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { requireMember } from "@/app/require-member";
import { CameraBrowser } from "@/components/cameras/camera-browser";
import { loadCameraSearch, toCameraFilter } from "@/components/cameras/filter";
import { CAMERAS_PER_PAGE, cameraCountsOptions, cameraListOptions } from "@/components/cameras/queries";
import { Page } from "@/components/shell/page";
import { readCameraCounts, readCameras } from "@/lib/cameras/reads";
import { env } from "@/lib/env";
import { listSiteNames } from "@/lib/sites/reads";

export const metadata: Metadata = { title: "Cameras" };

type CamerasPageProps = {
  params: Promise<{ org: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function CamerasPage({ params, searchParams }: CamerasPageProps) {
  const { org } = await params;
  const { ctx } = await requireMember(org);
  const filter = toCameraFilter(await loadCameraSearch(searchParams));
  const { status: _, ...unstatused } = filter;
  const client = new QueryClient();
  const [sites] = await Promise.all([
    listSiteNames(ctx),
    client.prefetchInfiniteQuery({
      ...cameraListOptions(org, filter),
      queryFn: () => readCameras(ctx, { ...filter, limit: CAMERAS_PER_PAGE }),
    }),
    client.prefetchQuery({
      ...cameraCountsOptions(org, unstatused),
      queryFn: () => readCameraCounts(ctx, unstatused),
    }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <NuqsAdapter>
          <CameraBrowser
            organization={org}
            sites={sites}
            mayAdd={ctx.scopes.includes("cameras:write")}
            baseUrl={`${env().BASE_URL}/api/v1`}
          />
        </NuqsAdapter>
      </Page>
    </HydrationBoundary>
  );
}
