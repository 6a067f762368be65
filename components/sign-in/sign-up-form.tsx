"use client";
import { type ReactNode, useActionState, useEffect, useRef } from "react";
import { createAccount, signIn } from "@/components/sign-in/account";
import { withCallback } from "@/components/sign-in/callback";
import { FormProblem } from "@/components/sign-in/form-problem";
import { NewPasswordField } from "@/components/sign-in/new-password-field";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { ApiError } from "@/lib/http/call";

const names = ["name", "email", "password", "organization_name"] as const;
type Name = (typeof names)[number];
type Values = Record<Name, string>;
type Problem = { text: string; requestId: string | null };
type Attempt = { values: Values; errors: Partial<Record<Name, ReactNode>>; problem: Problem | null; done: boolean };

const untried: Attempt = {
  values: { name: "", email: "", password: "", organization_name: "" },
  errors: {},
  problem: null,
  done: false,
};

interface SignUpFormProps {
  minimumPassword: number;
  /** Where to go instead of the new organization. */
  callback: string | null;
}

export function SignUpForm({ minimumPassword, callback }: SignUpFormProps) {
  const form = useRef<HTMLFormElement>(null);

  async function attempt(_before: Attempt, data: FormData): Promise<Attempt> {
    const read = (name: Name) => String(data.get(name) ?? "");
    const values: Values = {
      name: read("name").trim(),
      email: read("email").trim(),
      password: read("password"),
      organization_name: read("organization_name").trim(),
    };
    const errors = missingIn(values, minimumPassword);
    if (Object.keys(errors).length > 0) return { ...untried, values, errors };
    try {
      const { organization } = await createAccount(values);
      const refusal = await signIn(values.email, values.password);
      window.location.replace(refusal ? withCallback("/sign-in", callback) : (callback ?? `/${organization.slug}`));
      return { ...untried, values, done: true };
    } catch (error) {
      return { ...untried, values, ...explain(error) };
    }
  }

  const [state, submit, pending] = useActionState(attempt, untried);
  const { values, problem } = state;
  const { onInput, isCorrected } = useCorrected(state);
  const errorOf = (name: Name) => (isCorrected(name) ? undefined : state.errors[name]);

  useEffect(() => {
    const first = names.find((name) => state.errors[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus();
  }, [state]);

  return (
    <form ref={form} action={submit} onInput={onInput} noValidate className="flex flex-col gap-4 [&_input]:h-10">
      {problem ? <FormProblem requestId={problem.requestId}>{problem.text}</FormProblem> : null}
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
      <Button type="submit" variant="primary" size="lg" loading={pending || state.done} className="mt-1">
        Create account
      </Button>
    </form>
  );
}

function missingIn(values: Values, minimumPassword: number): Attempt["errors"] {
  return {
    ...(values.name === "" && { name: "Enter your name." }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email) && {
      email: "Enter an e-mail address, such as ana@example.com.",
    }),
    ...([...values.password].length < minimumPassword && { password: `Use at least ${minimumPassword} characters.` }),
    ...(values.organization_name === "" && { organization_name: "Enter the name of your company or team." }),
  };
}

function explain(error: unknown): Pick<Attempt, "errors" | "problem"> {
  if (!(error instanceof ApiError)) throw error;
  const errors: Attempt["errors"] = {};
  for (const { pointer, code, detail } of error.errors) {
    const name = names.find((candidate) => pointer === `/${candidate}`);
    if (name) errors[name] = code === "taken" ? <KnownEmail /> : detail;
  }
  const explained = Object.keys(errors).length > 0;
  return { errors, problem: explained ? null : { text: error.message, requestId: error.requestId } };
}

function KnownEmail() {
  return (
    <>
      An account with this e-mail exists.{" "}
      <Link href="/sign-in" className="font-medium underline underline-offset-2">
        Sign in instead
      </Link>
    </>
  );
}
