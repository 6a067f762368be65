import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentPerson, homeOrganization } from "@/app/require-member";
import { isForNewcomers, safeCallback, withCallback } from "@/components/shell/callback";
import { SignOutButton } from "@/components/shell/sign-out-button";
import { AccountPage } from "@/components/sign-in/account-page";
import { ProviderSignIn } from "@/components/sign-in/provider-sign-in";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { oidcHost } from "@/lib/auth/oidc";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { error, email, ...parameters } = await searchParams;
  const callback = safeCallback(parameters.callback);
  const person = await currentPerson();
  if (person) {
    if (callback) redirect(callback);
    const home = await homeOrganization();
    if (home) redirect(`/${home.slug}`);
    return (
      <AccountPage
        title="You aren't a member of an organization"
        description={`You are signed in as ${person.email}. Ask an admin to invite you, or create your own organization.`}
      >
        <ButtonLink href="/organizations/new" variant="primary" size="lg" className="mb-3 w-full">
          Create organization
        </ButtonLink>
        <SignOutButton />
      </AccountPage>
    );
  }
  const host = oidcHost();
  return (
    <AccountPage
      title="Sign in to Sightline"
      description="The integration portal for your video analytics."
      footer={
        env().SIGN_UP === "invite" ? (
          "No account yet? Ask an admin of your organization for an invitation."
        ) : (
          <>
            New here?{" "}
            <Link
              href={withCallback("/sign-up", isForNewcomers(callback) ? callback : null)}
              className="font-medium text-link underline-offset-4 hover:underline"
            >
              Create an account
            </Link>
          </>
        )
      }
    >
      {host ? (
        <ProviderSignIn host={host} callback={callback} error={typeof error === "string" ? error : null} />
      ) : null}
      <SignInForm callback={callback} email={typeof email === "string" ? email : ""} />
    </AccountPage>
  );
}
