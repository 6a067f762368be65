"use client";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { NewPasswordField } from "@/components/forms/new-password-field";
import { useFormAttempt } from "@/components/forms/use-form-attempt";
import { withCallback } from "@/components/shell/callback";
import { submitSignIn } from "@/components/shell/sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { signUp } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";

type JoinFormProps = { token: string; email: string; organization: string; minimumPassword: number };

const names = ["name", "password"] as const;

/** For an invited person without an account. */
export function JoinForm({ token, email, organization, minimumPassword }: JoinFormProps) {
  const { form, values, errorOf, problem, busy } = useFormAttempt({
    names,
    check: ({ name, password }) => ({
      ...(name === "" && { name: "Enter your name." }),
      ...([...password].length < minimumPassword && { password: `Use at least ${minimumPassword} characters.` }),
    }),
    async send(typed) {
      const joined = await callApi<typeof signUp>("POST /sign-up", { body: { ...typed, email, invitation: token } });
      const home = `/${joined.organization?.slug ?? ""}`;
      const refusal = await submitSignIn(email, typed.password);
      window.location.replace(refusal ? withCallback("/sign-in", home, email) : home);
      return "leaving";
    },
  });

  return (
    <form {...form} className="flex flex-col gap-4 [&_input]:h-10">
      <MutationProblem error={problem} />
      <Field label="Your name" required error={errorOf("name")}>
        <Input name="name" autoComplete="name" maxLength={100} defaultValue={values.name} />
      </Field>
      <Field label="E-mail" hint="The invitation is for this address.">
        <Input name="email" type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <NewPasswordField minimum={minimumPassword} defaultValue={values.password} error={errorOf("password")} />
      <Button type="submit" variant="primary" size="lg" loading={busy} className="mt-1">
        <span className="truncate">Join {organization}</span>
      </Button>
    </form>
  );
}
