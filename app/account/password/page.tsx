import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { requirePerson } from "@/app/require-member";
import { PasswordSettings } from "@/components/account/password-settings";
import { accountOptions } from "@/components/account/queries";
import { PageHeader } from "@/components/shell/page-header";
import { MIN_PASSWORD } from "@/lib/limits";

export const metadata: Metadata = { title: "Password" };

export default async function PasswordPage() {
  const { client, call, hydrate } = prefetchPage(await requirePerson());
  await client.prefetchQuery(accountOptions(call));
  return hydrate(
    <>
      <PageHeader title="Password" description="Changing your password signs you out on all other devices." />
      <PasswordSettings minimumPassword={MIN_PASSWORD} />
    </>,
  );
}
