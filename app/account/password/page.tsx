import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requirePerson } from "@/app/require-member";
import { PasswordSettings } from "@/components/account/password-settings";
import { accountOptions } from "@/components/account/queries";
import { PageHeader } from "@/components/shell/page-header";
import { readAccount } from "@/lib/account/reads";
import { database } from "@/lib/db/client";
import { MIN_PASSWORD } from "@/lib/limits";

export const metadata: Metadata = { title: "Password" };

export default async function PasswordPage() {
  const person = await requirePerson();
  const client = new QueryClient();
  await client.prefetchQuery({ ...accountOptions, queryFn: () => readAccount({ db: database().db, person }) });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader title="Password" description="A change signs you out everywhere but here." />
      <PasswordSettings minimumPassword={MIN_PASSWORD} />
    </HydrationBoundary>
  );
}
