"use client";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { NewPasswordField } from "@/components/forms/new-password-field";
import { useForm } from "@/components/forms/use-form";
import { withCallback } from "@/components/shell/callback";
import { Button, ButtonLink } from "@/components/ui/button";
import type { resetPassword } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";

type ResetPasswordFormProps = { token: string; minimumPassword: number; callback: string | null };

export function ResetPasswordForm({ token, minimumPassword, callback }: ResetPasswordFormProps) {
  const form = useForm({
    initial: { password: "" },
    validate: ({ password }) => ({
      password: [...password].length < minimumPassword ? `Use at least ${minimumPassword} characters.` : undefined,
    }),
    async submit({ password }) {
      await callApi<typeof resetPassword>("POST /account/password-reset/confirm", { body: { token, password } });
      return "done";
    },
  });

  if (form.outcome === "done") {
    return (
      <div className="flex flex-col gap-4">
        <p role="status" className="text-pretty">
          Your password was changed and you're signed out everywhere. Sign in with the new password.
        </p>
        <ButtonLink href={withCallback("/sign-in", callback)} variant="primary" size="lg">
          Sign in
        </ButtonLink>
      </div>
    );
  }
  return (
    <form {...form.form} className="flex flex-col gap-4 [&_input]:h-10">
      <MutationProblem error={form.problem} />
      <NewPasswordField
        label="New password"
        {...form.field("password")}
        password={form.values.password}
        minimum={minimumPassword}
        error={form.errorOf("password")}
      />
      <Button type="submit" variant="primary" size="lg" loading={form.isBusy} className="mt-1">
        Set password
      </Button>
    </form>
  );
}
