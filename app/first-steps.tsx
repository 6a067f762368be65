import type { ReactNode } from "react";
import type { PrefetchedPage } from "@/app/prefetch-page";
import { newestAlertOptions } from "@/components/alerts/overview-queries";
import { newestCameraOptions } from "@/components/cameras/queries";
import { LazyFirstAlertSteps } from "@/components/first-alert/lazy-first-alert-steps";
import { keyListOptions } from "@/components/keys/queries";
import { organizationOptions } from "@/components/organizations/queries";
import type { Context } from "@/lib/auth/context";
import { env } from "@/lib/env";

/**
 * Returns the steps to the first alert, or null if the organization already has alerts. Call it only for admins,
 * because the steps turn on API access and create keys. `isDismissible` adds a button that hides the steps.
 */
export async function firstSteps(
  organization: string,
  ctx: Context,
  { client, call }: PrefetchedPage,
  isDismissible = false,
): Promise<ReactNode> {
  const newest = newestAlertOptions(organization, call);
  await client.prefetchQuery(newest);
  if (client.getQueryData(newest.queryKey)?.data.length !== 0) return null;
  await Promise.all([
    client.prefetchQuery(organizationOptions(organization, call)),
    client.prefetchQuery(keyListOptions(organization, call)),
    client.prefetchQuery(newestCameraOptions(organization, call)),
  ]);
  return (
    <LazyFirstAlertSteps
      organization={organization}
      baseUrl={`${env().BASE_URL}/api/v1`}
      held={ctx.scopes}
      isDismissible={isDismissible}
    />
  );
}
