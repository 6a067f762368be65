"use client";
import { useActionState, useEffect, useRef } from "react";
import { CodeField } from "@/components/forms/code-field";
import { FormProblem } from "@/components/forms/form-problem";
import { PasswordInput } from "@/components/forms/password-input";
import { useCorrectedFields } from "@/components/forms/use-corrected-fields";
import { withCallback } from "@/components/shell/callback";
import { type SignInRefusal, submitSignIn } from "@/components/shell/sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { formatWait } from "./format-wait";

type Missing = { email?: string; password?: string; code?: string };
type Attempt = {
  /** The second step comes once the password was right. */
  step: "password" | "code";
  email: string;
  password: string;
  missing: Missing;
  refusal: SignInRefusal | null;
  done: boolean;
};

const untried: Attempt = { step: "password", email: "", password: "", missing: {}, refusal: null, done: false };

type SignInFormProps = {
  callback: string | null;
  /** What the person typed on the page before. */
  email: string;
};

/** A form action, so that a submit before this script has run is kept and sent once it has. */
export function SignInForm({ callback, email: known }: SignInFormProps) {
  const password = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);

  async function attempt(before: Attempt, form: FormData): Promise<Attempt> {
    const next = before.step === "code" ? await attemptCode(before, form) : await attemptPassword(form);
    // A new document, so that nothing of another person's session stays in memory; the server knows where to go.
    if (next.done) window.location.replace(callback ?? "/sign-in");
    return next;
  }

  const [state, submit, pending] = useActionState(attempt, { ...untried, email: known });
  const { onInput, isCorrected } = useCorrectedFields(state);
  const errorOf = (name: keyof Missing) => (isCorrected(name) ? undefined : state.missing[name]);
  const { step, refusal } = state;

  useEffect(() => {
    if (state.step === "code") {
      code.current?.focus();
      code.current?.select();
    } else if (state.missing.email) email.current?.focus();
    else if (state.missing.password || state.refusal?.kind === "wrong") {
      password.current?.focus();
      password.current?.select();
    }
  }, [state]);

  return (
    <form action={submit} onInput={onInput} noValidate className="flex flex-col gap-4 [&_input]:h-10">
      {refusal ? <FormProblem>{refusalText(refusal)}</FormProblem> : null}
      {step === "code" ? (
        <>
          <p className="text-pretty text-muted-foreground">
            Your password is right. To go on as <strong className="wrap-anywhere font-medium">{state.email}</strong>,
            enter a code.
          </p>
          <CodeField ref={code} error={errorOf("code")} recovery />
        </>
      ) : (
        <>
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
            <PasswordInput
              ref={password}
              name="password"
              autoComplete="current-password"
              defaultValue={state.password}
            />
          </Field>
        </>
      )}
      <Button type="submit" variant="primary" size="lg" loading={pending || state.done} className="mt-1">
        Sign in
      </Button>
      {step === "code" ? (
        <Button type="submit" name="back" value="1" variant="ghost" disabled={pending || state.done}>
          Back
        </Button>
      ) : (
        <Link
          href={withCallback("/forgot-password", callback)}
          className="self-center rounded-sm text-muted-foreground underline-offset-4 hover:text-foreground hover:underline"
        >
          Forgot password?
        </Link>
      )}
    </form>
  );
}

async function attemptPassword(form: FormData): Promise<Attempt> {
  const typed = { email: String(form.get("email")).trim(), password: String(form.get("password")) };
  const missing: Missing = {
    ...(typed.email === "" && { email: "Enter your e-mail address." }),
    ...(typed.password === "" && { password: "Enter your password." }),
  };
  if (missing.email || missing.password) return { ...untried, ...typed, missing };
  const refusal = await submitSignIn(typed.email, typed.password);
  if (refusal?.kind === "code") return { ...untried, ...typed, step: "code" };
  return { ...untried, ...typed, refusal, done: !refusal };
}

async function attemptCode({ email, password }: Attempt, form: FormData): Promise<Attempt> {
  const typed = { email, password };
  if (form.has("back")) return { ...untried, ...typed };
  const code = String(form.get("code")).trim();
  if (code === "") return { ...untried, ...typed, step: "code", missing: { code: "Enter a code." } };
  const refusal = await submitSignIn(email, password, code);
  if (refusal?.kind === "wrong") return { ...untried, ...typed, refusal };
  return { ...untried, ...typed, step: "code", refusal, done: !refusal };
}

function refusalText(refusal: SignInRefusal): string {
  switch (refusal.kind) {
    case "wrong":
      return "The e-mail or the password is wrong.";
    case "wrong-code":
      return "The code is wrong or was used before. Wait for the next one in your app.";
    case "blocked":
      return `Too many attempts. Try again in ${formatWait(refusal.seconds)}.`;
    default:
      return "The server did not answer. Check your connection and try again.";
  }
}
