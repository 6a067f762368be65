import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requirePerson } from "@/app/require-member";
import { accountOptions } from "@/components/account/queries";
import { TwoFactorSettings } from "@/components/account/two-factor-settings";
import { safeCallback } from "@/components/shell/callback";
import { PageHeader } from "@/components/shell/page-header";

export const metadata: Metadata = { title: "Two-factor sign-in" };

type TwoFactorPageProps = { searchParams: Promise<{ callback?: string | string[] }> };

export default async function TwoFactorPage({ searchParams }: TwoFactorPageProps) {
  const { client, call, hydrate } = prefetchPage(await requirePerson());
  await client.prefetchQuery(accountOptions(call));
  return hydrate(
    <>
      <PageHeader
        title="Two-factor sign-in"
        description="Protects your account with a code from your phone, even if your password is stolen."
      />
      <TwoFactorSettings callback={safeCallback((await searchParams).callback)} />
    </>,
  );
}
