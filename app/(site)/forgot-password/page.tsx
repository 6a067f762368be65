import type { Metadata } from "next";
import { AccountPage } from "@/components/sign-in/account-page";
import { ForgotPasswordForm } from "@/components/sign-in/forgot-password-form";
import { Link } from "@/components/ui/link";
import { PASSWORD_RESET_MIN } from "@/lib/limits";

export const metadata: Metadata = { title: "Forgot password" };

export default function ForgotPasswordPage() {
  return (
    <AccountPage
      title="Forgot your password?"
      description="We send you a link that sets a new one."
      footer={
        <Link href="/sign-in" className="font-medium text-link underline-offset-4 hover:underline">
          Back to the sign-in
        </Link>
      }
    >
      <ForgotPasswordForm minutes={PASSWORD_RESET_MIN} />
    </AccountPage>
  );
}
