import type { Metadata } from "next";
import { cookies } from "next/headers";
import { safeCallback, withCallback } from "@/components/shell/callback";
import { AccountPage } from "@/components/sign-in/account-page";
import { CALLBACK_COOKIE } from "@/components/sign-in/callback-cookie";
import { VerifyEmailForm } from "@/components/sign-in/verify-email-form";
import { ButtonLink } from "@/components/ui/button";
import { readSignUpEmail } from "@/lib/account/sign-up";
import { database } from "@/lib/db/client";
import { env } from "@/lib/env";

export const metadata: Metadata = {
  title: "Verify your email",
  // The URL is a secret while the link is valid, so browsers must not send it as the referrer.
  referrer: "no-referrer",
  robots: { index: false },
};

type VerifyEmailPageProps = { params: Promise<{ token: string }> };

/** Read the link without using it up, because mailbox scanners open it too. Submitting the form uses it up. */
export default async function VerifyEmailPage({ params }: VerifyEmailPageProps) {
  const { token } = await params;
  const callback = safeCallback((await cookies()).get(CALLBACK_COOKIE)?.value);
  const email = await readSignUpEmail(database().db, token);
  if (email === null) {
    return (
      <AccountPage
        title="This link no longer works"
        description="The link was already used or has expired. If you finished signing up, you can sign in."
      >
        <div className="flex flex-col gap-3">
          <ButtonLink href={withCallback("/sign-in", callback)} variant="primary" size="lg">
            Sign in
          </ButtonLink>
          {env().SIGN_UP === "open" && (
            <ButtonLink href={withCallback("/sign-up", callback)} size="lg">
              Sign up again
            </ButtonLink>
          )}
        </div>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Verify your email" description="Enter the password you chose when you signed up.">
      <VerifyEmailForm token={token} email={email} callback={callback} />
    </AccountPage>
  );
}
