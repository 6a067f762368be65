"use client";
import { useActionState, useEffect, useRef } from "react";
import { type SignInRefusal, signIn } from "@/components/sign-in/account";
import { FormProblem } from "@/components/sign-in/form-problem";
import { PasswordInput } from "@/components/sign-in/password-input";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { waitWords } from "@/components/sign-in/wait-words";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type Missing = { email?: string; password?: string };
type Attempt = { email: string; password: string; missing: Missing; refusal: SignInRefusal | null; done: boolean };

const untried: Attempt = { email: "", password: "", missing: {}, refusal: null, done: false };

/** A form action, so that a submit before this script has run is kept and sent once it has. */
export function SignInForm({ callback }: { callback: string | null }) {
  const password = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);

  async function attempt(_before: Attempt, form: FormData): Promise<Attempt> {
    const typed = { email: String(form.get("email")).trim(), password: String(form.get("password")) };
    const missing: Missing = {
      ...(typed.email === "" && { email: "Enter your e-mail address." }),
      ...(typed.password === "" && { password: "Enter your password." }),
    };
    if (missing.email || missing.password) return { ...untried, ...typed, missing };
    const refusal = await signIn(typed.email, typed.password);
    // A new document, so that nothing of another person's session stays in memory; the server knows where to go.
    if (!refusal) window.location.replace(callback ?? "/sign-in");
    return { ...untried, ...typed, refusal, done: !refusal };
  }

  const [state, submit, pending] = useActionState(attempt, untried);
  const { onInput, isCorrected } = useCorrected(state);
  const errorOf = (name: keyof Missing) => (isCorrected(name) ? undefined : state.missing[name]);

  useEffect(() => {
    if (state.missing.email) email.current?.focus();
    else if (state.missing.password || state.refusal?.kind === "wrong") {
      password.current?.focus();
      password.current?.select();
    }
  }, [state]);

  return (
    <form action={submit} onInput={onInput} noValidate className="flex flex-col gap-4 [&_input]:h-10">
      {state.refusal ? <FormProblem>{refusalText(state.refusal)}</FormProblem> : null}
      <Field label="E-mail" required error={errorOf("email")}>
        <Input
          ref={email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={state.email}
        />
      </Field>
      <Field label="Password" required error={errorOf("password")}>
        <PasswordInput ref={password} name="password" autoComplete="current-password" defaultValue={state.password} />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={pending || state.done} className="mt-1">
        Sign in
      </Button>
    </form>
  );
}

function refusalText(refusal: SignInRefusal): string {
  if (refusal.kind === "wrong") return "The e-mail or the password is wrong.";
  if (refusal.kind === "blocked") {
    return `Too many attempts with this e-mail. Try again in ${waitWords(refusal.seconds)}.`;
  }
  return "The server did not answer. Check your connection and try again.";
}
