import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requirePerson } from "@/app/require-member";
import { accountOptions } from "@/components/account/queries";
import { TwoFactorSettings } from "@/components/account/two-factor-settings";
import { safeCallback } from "@/components/shell/callback";
import { PageHeader } from "@/components/shell/page-header";
import { readAccount } from "@/lib/account/reads";
import { database } from "@/lib/db/client";

export const metadata: Metadata = { title: "Two-factor sign-in" };

type TwoFactorPageProps = { searchParams: Promise<{ callback?: string | string[] }> };

export default async function TwoFactorPage({ searchParams }: TwoFactorPageProps) {
  const person = await requirePerson();
  const client = new QueryClient();
  await client.prefetchQuery({ ...accountOptions, queryFn: () => readAccount({ db: database().db, person }) });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader
        title="Two-factor sign-in"
        description="With a code from your phone as well as your password, a stolen password is not enough."
      />
      <TwoFactorSettings callback={safeCallback((await searchParams).callback)} />
    </HydrationBoundary>
  );
}
