"use client";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { NewPasswordField } from "@/components/forms/new-password-field";
import { useForm } from "@/components/forms/use-form";
import { withCallback } from "@/components/shell/callback";
import { submitSignIn } from "@/components/shell/sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { signUp } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";

type JoinFormProps = { token: string; email: string; organization: string; minimumPassword: number };

/** The form with which an invited person creates an account and joins the organization. */
export function JoinForm({ token, email, organization, minimumPassword }: JoinFormProps) {
  const form = useForm({
    initial: { name: "", password: "" },
    validate: ({ name, password }) => ({
      name: name === "" ? "Enter your name." : undefined,
      password: [...password].length < minimumPassword ? `Use at least ${minimumPassword} characters.` : undefined,
    }),
    async submit(typed) {
      const joined = await callApi<typeof signUp>("POST /sign-up", { body: { ...typed, email, invitation: token } });
      const home = `/${joined.organization?.slug ?? ""}`;
      const refusal = await submitSignIn(email, typed.password);
      window.location.replace(refusal ? withCallback("/sign-in", home, email) : home);
      return "leaving";
    },
  });

  return (
    <form {...form.form} className="flex flex-col gap-4 [&_input]:h-10">
      <MutationProblem error={form.problem} />
      <Field label="Your name" required error={form.errorOf("name")}>
        <Input {...form.field("name")} autoComplete="name" maxLength={100} />
      </Field>
      <Field label="Email" hint="The invitation was sent to this address.">
        <Input name="email" type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <NewPasswordField
        {...form.field("password")}
        password={form.values.password}
        minimum={minimumPassword}
        error={form.errorOf("password")}
      />
      <Button type="submit" variant="primary" size="lg" loading={form.isBusy} className="mt-1">
        <span className="truncate">Join {organization}</span>
      </Button>
    </form>
  );
}
