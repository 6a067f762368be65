import type { Metadata } from "next";
import { prefetchPage } from "@/app/prefetch-page";
import { currentMemberships, requirePerson } from "@/app/require-member";
import { OwnOrganizations } from "@/components/account/own-organizations";
import { ProfileForm } from "@/components/account/profile-form";
import { accountOptions } from "@/components/account/queries";
import { PageHeader } from "@/components/shell/page-header";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const { client, call, hydrate } = prefetchPage(await requirePerson());
  await client.prefetchQuery(accountOptions(call));
  return hydrate(
    <>
      <PageHeader title="Profile" description="Your name and email as other members see them." />
      <div className="flex flex-col gap-4">
        <ProfileForm />
        <OwnOrganizations organizations={await currentMemberships()} />
      </div>
    </>,
  );
}
