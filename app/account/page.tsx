import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { currentMemberships, requirePerson } from "@/app/require-member";
import { OwnOrganizations } from "@/components/account/own-organizations";
import { ProfileForm } from "@/components/account/profile-form";
import { accountOptions } from "@/components/account/queries";
import { PageHeader } from "@/components/shell/page-header";
import { readAccount } from "@/lib/account/reads";
import { database } from "@/lib/db/client";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const person = await requirePerson();
  const client = new QueryClient();
  await client.prefetchQuery({ ...accountOptions, queryFn: () => readAccount({ db: database().db, person }) });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader title="Profile" description="Who you are to the people you work with." />
      <div className="flex flex-col gap-4">
        <ProfileForm />
        <OwnOrganizations organizations={await currentMemberships()} />
      </div>
    </HydrationBoundary>
  );
}
