import type { Metadata } from "next";
import { currentMemberships, requirePerson } from "@/app/require-member";
import { CreateOrganizationForm } from "@/components/organizations/create-organization-form";
import { AccountPage } from "@/components/sign-in/account-page";
import { Link } from "@/components/ui/link";

export const metadata: Metadata = { title: "Create an organization" };

export default async function NewOrganizationPage() {
  const {
    person: { email },
  } = await requirePerson();
  const [first] = await currentMemberships();
  return (
    <AccountPage
      title="Create an organization"
      description="It has its own members, cameras, alerts and keys. You become its admin."
      footer={
        <>
          <span className="wrap-anywhere">Signed in as {email}.</span>{" "}
          {first ? (
            <Link href={`/${first.slug}`} className="font-medium text-link underline-offset-4 hover:underline">
              Back to {first.name}
            </Link>
          ) : null}
        </>
      }
    >
      <CreateOrganizationForm />
    </AccountPage>
  );
}
