import type { Metadata } from "next";
import { cookies } from "next/headers";
import { firstSteps } from "@/app/first-steps";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { alertCountOptions, attentionOptions } from "@/components/alerts/overview-queries";
import { cameraCountsOptions, impairedCamerasOptions } from "@/components/cameras/queries";
import { firstStepsCookie } from "@/components/first-alert/first-steps-cookie";
import { HomeOverview } from "@/components/home/home-overview";
import { Page } from "@/components/shell/page";
import { FailingWebhooks } from "@/components/webhooks/failing-webhooks";
import { webhookListOptions } from "@/components/webhooks/queries";

export const metadata: Metadata = { title: "Home" };

export default async function HomePage({ params }: { params: Promise<{ org: string }> }) {
  const { org } = await params;
  const { ctx, role } = await requireMember(org);
  const page = prefetchPage(ctx);
  const { client, call, hydrate } = page;
  const isHidden = (await cookies()).has(firstStepsCookie(org));
  const [steps] = await Promise.all([
    role === "admin" && !isHidden ? firstSteps(org, ctx, page, true) : null,
    role === "admin" ? client.prefetchQuery(webhookListOptions(org, call)) : null,
    client.prefetchQuery(attentionOptions(org, call)),
    client.prefetchQuery(alertCountOptions(org, "open", call)),
    client.prefetchQuery(alertCountOptions(org, "acknowledged", call)),
    client.prefetchQuery(cameraCountsOptions(org, {}, call)),
    client.prefetchQuery(impairedCamerasOptions(org, call)),
  ]);
  return hydrate(
    <Page>
      <HomeOverview
        organization={{ slug: org, name: ctx.organization.name }}
        firstSteps={steps}
        webhookNotices={role === "admin" ? <FailingWebhooks organization={org} /> : null}
      />
    </Page>,
  );
}
