import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireMember } from "@/app/require-member";
import { toSearchParams } from "@/components/alerts/alerts-href";
import { parseRequestFilter, REQUEST_ID } from "@/components/requests/queries";
import { RequestLog } from "../request-log";

export const metadata: Metadata = { title: "Request" };

type RequestPageProps = {
  params: Promise<{ org: string; id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** What a shared link or a reload opens: the log with this request beside it. */
export default async function RequestPage({ params, searchParams }: RequestPageProps) {
  const { org, id } = await params;
  const { ctx, allowed } = await requireMember(org, "admin");
  if (!allowed || REQUEST_ID.exec(id)?.[0] !== id) redirect(`/${org}/settings/requests`);
  return (
    <RequestLog ctx={ctx} organization={org} filter={parseRequestFilter(toSearchParams(await searchParams))} id={id} />
  );
}
