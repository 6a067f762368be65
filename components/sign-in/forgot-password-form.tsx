"use client";
import { useState } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { rememberCallback } from "@/components/sign-in/callback-cookie";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { requestPasswordReset } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";

type ForgotPasswordFormProps = {
  minutes: number;
  /** The page to open after the password is set. */
  callback: string | null;
};

export function ForgotPasswordForm({ minutes, callback }: ForgotPasswordFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: "" },
    validate: ({ email }) => ({ email: email === "" ? "Enter your email address." : undefined }),
    async submit({ email }) {
      await callApi<typeof requestPasswordReset>("POST /account/password-reset", { body: { email } });
      rememberCallback(callback, minutes);
      setSentTo(email);
      return "done";
    },
    explain: () => "Enter an email address, such as ana@example.com.",
  });

  if (sentTo !== null) {
    return (
      <div role="status" className="flex flex-col gap-2 text-pretty">
        <p>
          If <strong className="wrap-anywhere font-medium">{sentTo}</strong> has an account, we sent a link to set a new
          password. It works once, for {minutes} minutes.
        </p>
        <p className="text-muted-foreground">
          If it doesn't arrive within a few minutes, check your spam folder or ask an admin of your organization.
        </p>
      </div>
    );
  }
  return (
    <form {...form.form} className="flex flex-col gap-4 [&_input]:h-10">
      <MutationProblem error={form.problem} />
      <Field label="Email" required error={form.errorOf("email")}>
        <Input
          {...form.field("email")}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={form.isBusy} className="mt-1">
        Send link
      </Button>
    </form>
  );
}
