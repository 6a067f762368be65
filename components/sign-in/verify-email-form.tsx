"use client";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { PasswordInput } from "@/components/forms/password-input";
import { useFormAttempt } from "@/components/forms/use-form-attempt";
import { withCallback } from "@/components/shell/callback";
import { submitSignIn } from "@/components/shell/sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { verifyEmail } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";

const names = ["password"] as const;

type VerifyEmailFormProps = {
  token: string;
  email: string;
  /** Where to go instead of the new organization. */
  callback: string | null;
};

export function VerifyEmailForm({ token, email, callback }: VerifyEmailFormProps) {
  const { form, values, errorOf, problem, busy } = useFormAttempt({
    names,
    check: ({ password }) => ({ ...(password === "" && { password: "Enter your password." }) }),
    async send({ password }) {
      const body = { token, password };
      const { organization } = await callApi<typeof verifyEmail>("POST /account/verify-email", { body });
      const home = callback ?? `/${organization.slug}`;
      const refusal = await submitSignIn(email, password);
      window.location.replace(refusal ? withCallback("/sign-in", home, email) : home);
      return "leaving";
    },
  });

  return (
    <form {...form} className="flex flex-col gap-4 [&_input]:h-10">
      <MutationProblem error={problem} />
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <Field label="Password" required error={errorOf("password")}>
        <PasswordInput name="password" autoComplete="current-password" defaultValue={values.password} />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={busy} className="mt-1">
        Create account
      </Button>
    </form>
  );
}
