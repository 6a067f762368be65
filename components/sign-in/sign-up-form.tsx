"use client";
import { looksLikeEmail } from "@/components/forms/email";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { NewPasswordField } from "@/components/forms/new-password-field";
import { useFormAttempt } from "@/components/forms/use-form-attempt";
import { withCallback } from "@/components/shell/callback";
import { signIn } from "@/components/sign-in/account";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { call } from "@/lib/http/call";
import type { signUp } from "@/lib/organizations/operations";

const names = ["name", "email", "password", "organization_name"] as const;

interface SignUpFormProps {
  minimumPassword: number;
  /** Where to go instead of the new organization. */
  callback: string | null;
}

export function SignUpForm({ minimumPassword, callback }: SignUpFormProps) {
  const { form, values, errorOf, problem, busy } = useFormAttempt({
    names,
    check: ({ name, email, password, organization_name }) => ({
      ...(name === "" && { name: "Enter your name." }),
      ...(!looksLikeEmail(email) && { email: "Enter an e-mail address, such as ana@example.com." }),
      ...([...password].length < minimumPassword && { password: `Use at least ${minimumPassword} characters.` }),
      ...(organization_name === "" && { organization_name: "Enter the name of your company or team." }),
    }),
    async send(body) {
      const { organization } = await call<typeof signUp>("POST /sign-up", { body });
      const home = callback ?? `/${organization.slug}`;
      const refusal = await signIn(body.email, body.password);
      window.location.replace(refusal ? withCallback("/sign-in", home, body.email) : home);
      return "leaving";
    },
    explain: ({ code, detail }, { email }) =>
      code === "taken" ? <KnownEmail address={withCallback("/sign-in", callback, email)} /> : detail,
  });

  return (
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
  );
}

function KnownEmail({ address }: { address: string }) {
  return (
    <>
      An account with this e-mail exists.{" "}
      <Link href={address} className="font-medium underline underline-offset-2">
        Sign in instead
      </Link>
    </>
  );
}
