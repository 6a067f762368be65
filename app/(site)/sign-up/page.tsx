import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentPerson, homeOrganization } from "@/app/require-member";
import { safeCallback, withCallback } from "@/components/shell/callback";
import { AccountPage } from "@/components/sign-in/account-page";
import { SignUpForm } from "@/components/sign-in/sign-up-form";
import { Link } from "@/components/ui/link";
import { MIN_PASSWORD } from "@/lib/limits";

export const metadata: Metadata = { title: "Create an account" };

type SignUpPageProps = { searchParams: Promise<{ callback?: string | string[] }> };

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  const callback = safeCallback((await searchParams).callback);
  if (await currentPerson()) {
    const home = await homeOrganization();
    redirect(callback ?? (home ? `/${home.slug}` : "/organizations/new"));
  }
  return (
    <AccountPage
      title="Create your account"
      description="With an organization of its own, ready for its first alert."
      footer={
        <>
          Have an account?{" "}
          <Link
            href={withCallback("/sign-in", callback)}
            className="font-medium text-link underline-offset-4 hover:underline"
          >
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm minimumPassword={MIN_PASSWORD} callback={callback} />
    </AccountPage>
  );
}
