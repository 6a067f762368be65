import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { CameraBrowser } from "@/components/cameras/camera-browser";
import { cameraSearch, toCameraFilter } from "@/components/cameras/camera-search";
import { cameraCountsOptions, cameraListOptions } from "@/components/cameras/queries";
import type { PageSearchParams } from "@/components/list/search-codec";
import { Page } from "@/components/shell/page";
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
  const { client, call, hydrate } = prefetchPage(ctx);
  const [sites] = await Promise.all([
    listSiteNames(ctx),
    client.prefetchInfiniteQuery(cameraListOptions(org, filter, call)),
    client.prefetchQuery(cameraCountsOptions(org, unstatused, call)),
  ]);
  return hydrate(
    <Page width="full">
      <CameraBrowser
        organization={org}
        sites={sites}
        mayAdd={ctx.scopes.includes("cameras:write")}
        baseUrl={`${env().BASE_URL}/api/v1`}
      />
    </Page>,
  );
}
