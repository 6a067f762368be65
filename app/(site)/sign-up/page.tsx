import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentPerson, homeOrganization } from "@/app/require-member";
import { safeCallback, withCallback } from "@/components/shell/callback";
import { AccountPage } from "@/components/sign-in/account-page";
import { SignUpForm } from "@/components/sign-in/sign-up-form";
import { ButtonLink } from "@/components/ui/button";
import { env } from "@/lib/env";
import { MIN_PASSWORD, SIGN_UP_LINK_H } from "@/lib/limits";

export const metadata: Metadata = { title: "Create an account" };

type SignUpPageProps = { searchParams: Promise<{ callback?: string | string[] }> };

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  const callback = safeCallback((await searchParams).callback);
  if (await currentPerson()) {
    const home = await homeOrganization();
    redirect(callback ?? (home ? `/${home.slug}` : "/organizations/new"));
  }
  if (env().SIGN_UP === "invite") {
    return (
      <AccountPage
        title="Sign-up is by invitation"
        description="Ask an admin of your organization to invite you. The link in the invitation creates your account."
      >
        <ButtonLink href={withCallback("/sign-in", callback)} variant="primary" size="lg" className="w-full">
          Sign in
        </ButtonLink>
      </AccountPage>
    );
  }
  return <SignUpForm minimumPassword={MIN_PASSWORD} linkHours={SIGN_UP_LINK_H} callback={callback} />;
}
