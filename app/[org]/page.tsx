import type { Metadata } from "next";
import { cookies } from "next/headers";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { alertCountOptions, attentionOptions, newestAlertOptions } from "@/components/alerts/overview-queries";
import { cameraCountsOptions, impairedCamerasOptions, newestCameraOptions } from "@/components/cameras/queries";
import { firstStepsCookie } from "@/components/first-alert/first-steps-cookie";
import { HomeOverview } from "@/components/home/home-overview";
import { keyListOptions } from "@/components/keys/queries";
import { organizationOptions } from "@/components/organizations/queries";
import { Page } from "@/components/shell/page";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Home" };

export default async function HomePage({ params }: { params: Promise<{ org: string }> }) {
  const { org } = await params;
  const { ctx, role } = await requireMember(org);
  const { client, call, hydrate } = prefetchPage(ctx);
  const newest = newestAlertOptions(org, call);
  await Promise.all([
    client.prefetchQuery(attentionOptions(org, call)),
    client.prefetchQuery(newest),
    client.prefetchQuery(alertCountOptions(org, "open", call)),
    client.prefetchQuery(alertCountOptions(org, "acknowledged", call)),
    client.prefetchQuery(cameraCountsOptions(org, {}, call)),
    client.prefetchQuery(impairedCamerasOptions(org, call)),
  ]);
  const isHidden = (await cookies()).has(firstStepsCookie(org));
  const isNew = client.getQueryData(newest.queryKey)?.data.length === 0;
  const showsSteps = isNew && role === "admin" && !isHidden;
  if (showsSteps) {
    await Promise.all([
      client.prefetchQuery(organizationOptions(org, call)),
      client.prefetchQuery(keyListOptions(org, call)),
      client.prefetchQuery(newestCameraOptions(org, call)),
    ]);
  }
  return hydrate(
    <Page>
      <HomeOverview
        organization={{ slug: org, name: ctx.organization.name }}
        firstSteps={showsSteps ? { baseUrl: `${env().BASE_URL}/api/v1`, held: ctx.scopes } : null}
      />
    </Page>,
  );
}
