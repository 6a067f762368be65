import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentMemberships, currentPerson } from "@/app/require-member";
import { AccountPage } from "@/components/sign-in/account-page";
import { safeCallback } from "@/components/sign-in/callback";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { SignOutButton } from "@/components/sign-in/sign-out-button";
import { Link } from "@/components/ui/link";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const callback = safeCallback((await searchParams).callback);
  const person = await currentPerson();
  if (person) {
    const [first] = await currentMemberships();
    if (first) redirect(callback ?? `/${first.slug}`);
    return (
      <AccountPage
        title="You belong to no organization"
        description={`You are signed in as ${person.email}. Ask an admin of your organization to add you.`}
      >
        <SignOutButton />
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Sign in to Sightline"
      description="The integration portal of your video analytics."
      footer={
        <>
          New here?{" "}
          <Link href="/sign-up" className="font-medium text-link underline-offset-4 hover:underline">
            Create an account
          </Link>
        </>
      }
    >
      <SignInForm callback={callback} />
    </AccountPage>
  );
}
