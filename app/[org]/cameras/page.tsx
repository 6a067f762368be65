import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireMember } from "@/app/require-member";
import { CameraBrowser } from "@/components/cameras/camera-browser";
import { cameraSearch, toCameraFilter } from "@/components/cameras/camera-search";
import { CAMERAS_PER_PAGE, cameraCountsOptions, cameraListOptions } from "@/components/cameras/queries";
import type { PageSearchParams } from "@/components/list/search-codec";
import { Page } from "@/components/shell/page";
import { readCameraCounts, readCameras } from "@/lib/cameras/reads";
import { env } from "@/lib/env";
import { listSiteNames } from "@/lib/sites/reads";

export const metadata: Metadata = { title: "Cameras" };

type CamerasPageProps = {
  params: Promise<{ org: string }>;
  searchParams: Promise<PageSearchParams>;
};

export default async function CamerasPage({ params, searchParams }: CamerasPageProps) {
  const { org } = await params;
  const { ctx } = await requireMember(org);
  const filter = toCameraFilter(cameraSearch.parse(await searchParams));
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
      <Page width="full">
        <CameraBrowser
          organization={org}
          sites={sites}
          mayAdd={ctx.scopes.includes("cameras:write")}
          baseUrl={`${env().BASE_URL}/api/v1`}
        />
      </Page>
    </HydrationBoundary>
  );
}
