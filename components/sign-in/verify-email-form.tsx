"use client";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { PasswordInput } from "@/components/forms/password-input";
import { useForm } from "@/components/forms/use-form";
import { withCallback } from "@/components/shell/callback";
import { submitSignIn } from "@/components/shell/sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { verifyEmail } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";

type VerifyEmailFormProps = {
  token: string;
  email: string;
  /** The page to open after verification instead of the new organization, or null. */
  callback: string | null;
};

export function VerifyEmailForm({ token, email, callback }: VerifyEmailFormProps) {
  const form = useForm({
    initial: { password: "" },
    validate: ({ password }) => ({ password: password === "" ? "Enter your password." : undefined }),
    async submit({ password }) {
      const body = { token, password };
      const { organization } = await callApi<typeof verifyEmail>("POST /account/verify-email", { body });
      const home = callback ?? `/${organization.slug}`;
      const refusal = await submitSignIn(email, password);
      window.location.replace(refusal ? withCallback("/sign-in", home, email) : home);
      return "leaving";
    },
  });

  return (
    <form {...form.form} className="flex flex-col gap-4 [&_input]:h-10">
      <MutationProblem error={form.problem} />
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <Field label="Password" required error={form.errorOf("password")}>
        <PasswordInput {...form.field("password")} autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={form.isBusy} className="mt-1">
        Create account
      </Button>
    </form>
  );
}
