import type { Metadata } from "next";
import { safeCallback, withCallback } from "@/components/shell/callback";
import { AccountPage } from "@/components/sign-in/account-page";
import { ForgotPasswordForm } from "@/components/sign-in/forgot-password-form";
import { Link } from "@/components/ui/link";
import { PASSWORD_RESET_MIN } from "@/lib/limits";

export const metadata: Metadata = { title: "Forgot password" };

type ForgotPasswordPageProps = { searchParams: Promise<{ callback?: string | string[] }> };

export default async function ForgotPasswordPage({ searchParams }: ForgotPasswordPageProps) {
  const callback = safeCallback((await searchParams).callback);
  return (
    <AccountPage
      title="Forgot your password?"
      description="We'll email you a link to set a new one."
      footer={
        <Link
          href={withCallback("/sign-in", callback)}
          className="font-medium text-link underline-offset-4 hover:underline"
        >
          Back to sign-in
        </Link>
      }
    >
      <ForgotPasswordForm minutes={PASSWORD_RESET_MIN} callback={callback} />
    </AccountPage>
  );
}
