import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireMember } from "@/app/require-member";
import type { PageSearchParams } from "@/components/list/search-codec";
import { REQUEST_ID, requestSearch, requestsHref } from "@/components/requests/request-search";
import { RequestLog } from "../request-log";

export const metadata: Metadata = { title: "Request" };

type RequestPageProps = {
  params: Promise<{ org: string; id: string }>;
  searchParams: Promise<PageSearchParams>;
};

/** The page of one request: the request log with this request beside it. Shared links and reloads open it. */
export default async function RequestPage({ params, searchParams }: RequestPageProps) {
  const { org, id } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  const filter = requestSearch.parse(await searchParams);
  if (!allowed || REQUEST_ID.exec(id)?.[0] !== id) redirect(requestsHref(org, filter));
  return <RequestLog ctx={ctx} organization={org} filter={filter} id={id} />;
}
