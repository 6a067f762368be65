import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { prefetchPage } from "@/app/prefetch-page";
import { requireMember } from "@/app/require-member";
import { AlertPage } from "@/components/alerts/alert-page";
import { alertSearch, alertsHref } from "@/components/alerts/alert-search";
import { alertTitle } from "@/components/alerts/labels";
import { alertOptions } from "@/components/alerts/queries";
import type { PageSearchParams } from "@/components/list/search-codec";
import { memberListOptions } from "@/components/members/queries";
import { readAlert } from "@/lib/alerts/reads";
import { encodeId } from "@/lib/db/ids";
import { isFailure } from "@/lib/errors";

type AlertDetailPageProps = {
  params: Promise<{ org: string; id: string }>;
  searchParams: Promise<PageSearchParams>;
};

/** Reads the alert once for both the title and the page. An alert of another organization is treated as missing. */
const load = cache(async (org: string, id: string) => {
  const member = await requireMember(org);
  const alert = await readAlert(member.ctx, id, { expand: ["camera"] }).catch((error: unknown) => {
    if (isFailure(error) && error.code === "not_found") notFound();
    throw error;
  });
  return { ...member, alert };
});

export async function generateMetadata({ params }: AlertDetailPageProps): Promise<Metadata> {
  const { org, id } = await params;
  const { alert } = await load(org, id);
  return { title: alertTitle(alert) };
}

export default async function AlertDetailPage({ params, searchParams }: AlertDetailPageProps) {
  const { org, id } = await params;
  const { ctx, person, role, alert } = await load(org, id);
  const { client, call, hydrate } = prefetchPage(ctx);
  client.setQueryData(alertOptions(org, id).queryKey, alert);
  await client.prefetchQuery(memberListOptions(org, call));
  return hydrate(
    <AlertPage
      viewer={{ organization: org, id: encodeId("user", person.id), name: person.name, role }}
      id={id}
      listAddress={alertsHref(org, alertSearch.parse(await searchParams))}
    />,
  );
}
