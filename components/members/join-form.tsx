"use client";
import { useActionState, useEffect, useRef } from "react";
import { createAccount, signIn } from "@/components/sign-in/account";
import { FormProblem } from "@/components/sign-in/form-problem";
import { NewPasswordField } from "@/components/sign-in/new-password-field";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ApiError } from "@/lib/http/call";

type JoinFormProps = { token: string; email: string; organization: string; minimumPassword: number };

const names = ["name", "password"] as const;
type Name = (typeof names)[number];
type Problem = { text: string; requestId: string | null };
type Attempt = {
  name: string;
  password: string;
  errors: Partial<Record<Name, string>>;
  problem: Problem | null;
  done: boolean;
};

const untried: Attempt = { name: "", password: "", errors: {}, problem: null, done: false };

/** For an invited person without an account; a form action, so that a submit before this script has run is kept. */
export function JoinForm({ token, email, organization, minimumPassword }: JoinFormProps) {
  const form = useRef<HTMLFormElement>(null);

  async function attempt(_before: Attempt, data: FormData): Promise<Attempt> {
    const typed = { name: String(data.get("name") ?? "").trim(), password: String(data.get("password") ?? "") };
    const errors: Attempt["errors"] = {
      ...(typed.name === "" && { name: "Enter your name." }),
      ...([...typed.password].length < minimumPassword && { password: `Use at least ${minimumPassword} characters.` }),
    };
    if (Object.keys(errors).length > 0) return { ...untried, ...typed, errors };
    try {
      const joined = await createAccount({ ...typed, email, invitation: token });
      const refusal = await signIn(email, typed.password);
      window.location.replace(refusal ? "/sign-in" : `/${joined.organization.slug}`);
      return { ...untried, ...typed, done: true };
    } catch (error) {
      return { ...untried, ...typed, ...explain(error) };
    }
  }

  const [state, submit, pending] = useActionState(attempt, untried);
  const { onInput, isCorrected } = useCorrected(state);
  const errorOf = (name: Name) => (isCorrected(name) ? undefined : state.errors[name]);

  useEffect(() => {
    const first = names.find((name) => state.errors[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus();
  }, [state]);

  return (
    <form ref={form} action={submit} onInput={onInput} noValidate className="flex flex-col gap-4 [&_input]:h-10">
      {state.problem ? <FormProblem requestId={state.problem.requestId}>{state.problem.text}</FormProblem> : null}
      <Field label="Your name" required error={errorOf("name")}>
        <Input name="name" autoComplete="name" maxLength={100} defaultValue={state.name} />
      </Field>
      <Field label="E-mail" hint="The invitation is for this address.">
        <Input name="email" type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <NewPasswordField minimum={minimumPassword} defaultValue={state.password} error={errorOf("password")} />
      <Button type="submit" variant="primary" size="lg" loading={pending || state.done} className="mt-1">
        <span className="truncate">Join {organization}</span>
      </Button>
    </form>
  );
}

function explain(error: unknown): Pick<Attempt, "errors" | "problem"> {
  if (!(error instanceof ApiError)) throw error;
  const errors: Attempt["errors"] = {};
  for (const { pointer, detail } of error.errors) {
    const name = names.find((candidate) => pointer === `/${candidate}`);
    if (name) errors[name] = detail;
  }
  const explained = Object.keys(errors).length > 0;
  return { errors, problem: explained ? null : { text: error.message, requestId: error.requestId } };
}
