import type { Metadata } from "next";
import { cookies } from "next/headers";
import { safeCallback, withCallback } from "@/components/shell/callback";
import { AccountPage } from "@/components/sign-in/account-page";
import { CALLBACK_COOKIE } from "@/components/sign-in/callback-cookie";
import { ResetPasswordForm } from "@/components/sign-in/reset-password-form";
import { ButtonLink } from "@/components/ui/button";
import { readResetOwner } from "@/lib/account/password-reset";
import { database } from "@/lib/db/client";
import { MIN_PASSWORD } from "@/lib/limits";

export const metadata: Metadata = {
  title: "Set a new password",
  // The URL is a secret while the link is valid, so browsers must not send it as the referrer.
  referrer: "no-referrer",
  robots: { index: false },
};

type ResetPasswordPageProps = { params: Promise<{ token: string }> };

export default async function ResetPasswordPage({ params }: ResetPasswordPageProps) {
  const { token } = await params;
  const callback = safeCallback((await cookies()).get(CALLBACK_COOKIE)?.value);
  if (!(await readResetOwner(database().db, token))) {
    return (
      <AccountPage title="This link no longer works" description="The link was already used or has expired.">
        <ButtonLink href={withCallback("/forgot-password", callback)} variant="primary" size="lg" className="w-full">
          Request a new link
        </ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Set a new password" description="You'll be signed out on all devices.">
      <ResetPasswordForm token={token} minimumPassword={MIN_PASSWORD} callback={callback} />
    </AccountPage>
  );
}
