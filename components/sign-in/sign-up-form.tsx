"use client";
import { useState } from "react";
import { looksLikeEmail } from "@/components/forms/email";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { NewPasswordField } from "@/components/forms/new-password-field";
import { useFormAttempt } from "@/components/forms/use-form-attempt";
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

const names = ["name", "email", "password", "organization_name"] as const;

interface SignUpFormProps {
  minimumPassword: number;
  /** For how long a link that verifies the email works. */
  linkHours: number;
  /** Where to go instead of the new organization. */
  callback: string | null;
}

/** The page of the form, which changes as a whole once an email is on its way. */
export function SignUpForm({ minimumPassword, linkHours, callback }: SignUpFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, values, errorOf, problem, busy } = useFormAttempt({
    names,
    check: ({ name, email, password, organization_name }) => ({
      ...(name === "" && { name: "Enter your name." }),
      ...(!looksLikeEmail(email) && { email: "Enter an e-mail address, such as ana@example.com." }),
      ...([...password].length < minimumPassword && { password: `Use at least ${minimumPassword} characters.` }),
      ...(organization_name === "" && { organization_name: "Enter the name of your company or team." }),
    }),
    async send(body) {
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
    explain: ({ code, detail }, { email }) =>
      code === "taken" ? <KnownEmail address={withCallback("/sign-in", callback, email)} /> : detail,
  });

  if (sentTo !== null) return <CheckEmail email={sentTo} hours={linkHours} />;
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
      <form {...form} className="flex flex-col gap-4 [&_input]:h-10">
        <MutationProblem error={problem} />
        <Field label="Your name" required error={errorOf("name")}>
          <Input name="name" autoComplete="name" maxLength={100} defaultValue={values.name} />
        </Field>
        <Field label="Work e-mail" required error={errorOf("email")}>
          <Input
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            defaultValue={values.email}
          />
        </Field>
        <NewPasswordField minimum={minimumPassword} defaultValue={values.password} error={errorOf("password")} />
        <Field label="Organization" required error={errorOf("organization_name")} hint="You can rename it later.">
          <Input
            name="organization_name"
            autoComplete="organization"
            maxLength={100}
            defaultValue={values.organization_name}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" loading={busy} className="mt-1">
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
          Nothing after a few minutes? Check your spam folder, or reload this page and sign up again.
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
