"use client";
import { useState } from "react";
import { looksLikeEmail } from "@/components/forms/email";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { NewPasswordField } from "@/components/forms/new-password-field";
import { useForm } from "@/components/forms/use-form";
import { withCallback } from "@/components/shell/callback";
import { submitSignIn } from "@/components/shell/sign-in";
import { AccountPage } from "@/components/sign-in/account-page";
import { rememberCallback } from "@/components/sign-in/callback-cookie";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import type { signUp } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";

interface SignUpFormProps {
  minimumPassword: number;
  /** The lifetime of the verification link in hours. */
  linkHours: number;
  /** The page to open after sign-up instead of the new organization, or null. */
  callback: string | null;
}

/** The sign-up form. A message replaces it after the verification email was sent. */
export function SignUpForm({ minimumPassword, linkHours, callback }: SignUpFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { name: "", email: "", password: "", organization_name: "" },
    validate: ({ name, email, password, organization_name }) => ({
      name: name === "" ? "Enter your name." : undefined,
      email: looksLikeEmail(email) ? undefined : "Enter an email address, such as ana@example.com.",
      password: [...password].length < minimumPassword ? `Use at least ${minimumPassword} characters.` : undefined,
      organization_name: organization_name === "" ? "Enter the name of your company or team." : undefined,
    }),
    async submit(body) {
      const { organization } = await callApi<typeof signUp>("POST /sign-up", { body });
      if (organization === null) {
        rememberCallback(callback, linkHours * 60);
        setSentTo(body.email);
        return "done";
      }
      const home = callback ?? `/${organization.slug}`;
      const refusal = await submitSignIn(body.email, body.password);
      window.location.replace(refusal ? withCallback("/sign-in", home, body.email) : home);
      return "leaving";
    },
    explain: (_slot, [issue], { email }) =>
      issue?.code === "taken" ? <KnownEmail address={withCallback("/sign-in", callback, email)} /> : undefined,
  });

  if (sentTo !== null) return <CheckEmail email={sentTo} hours={linkHours} />;
  return (
    <AccountPage
      title="Create your account"
      description="We'll set up an organization for you too."
      footer={
        <>
          Already have an account?{" "}
          <Link
            href={withCallback("/sign-in", callback)}
            className="font-medium text-link underline-offset-4 hover:underline"
          >
            Sign in
          </Link>
        </>
      }
    >
      <form {...form.form} className="flex flex-col gap-4 [&_input]:h-10">
        <MutationProblem error={form.problem} />
        <Field label="Your name" required error={form.errorOf("name")}>
          <Input {...form.field("name")} autoComplete="name" maxLength={100} />
        </Field>
        <Field label="Work email" required error={form.errorOf("email")}>
          <Input
            {...form.field("email")}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
          />
        </Field>
        <NewPasswordField
          {...form.field("password")}
          password={form.values.password}
          minimum={minimumPassword}
          error={form.errorOf("password")}
        />
        <Field label="Organization" required error={form.errorOf("organization_name")} hint="You can rename it later.">
          <Input {...form.field("organization_name")} autoComplete="organization" maxLength={100} />
        </Field>
        <Button type="submit" variant="primary" size="lg" loading={form.isBusy} className="mt-1">
          Create account
        </Button>
      </form>
    </AccountPage>
  );
}

function CheckEmail({ email, hours }: { email: string; hours: number }) {
  return (
    <AccountPage title="Check your email" description={`We sent an email to ${email}.`}>
      <div role="status" className="flex flex-col gap-2 text-pretty">
        <p>Open the link in it and enter your password to finish. The link works once, for {hours} hours.</p>
        <p className="text-muted-foreground">
          If it doesn't arrive within a few minutes, check your spam folder, or reload this page and sign up again.
        </p>
      </div>
    </AccountPage>
  );
}

function KnownEmail({ address }: { address: string }) {
  return (
    <>
      An account with this email exists.{" "}
      <Link href={address} className="font-medium underline underline-offset-2">
        Sign in instead
      </Link>
    </>
  );
}
