"use client";
import { useEffect, useRef, useState } from "react";
import { CodeField } from "@/components/forms/code-field";
import { FormProblem } from "@/components/forms/form-problem";
import { PasswordInput } from "@/components/forms/password-input";
import { useForm } from "@/components/forms/use-form";
import { withCallback } from "@/components/shell/callback";
import { type SignInRefusal, submitSignIn } from "@/components/shell/sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { messages } from "@/lib/messages";
import { formatWait } from "./format-wait";

type Credentials = { email: string; password: string };
type Outcome = "saved" | "leaving";

type SignInFormProps = {
  callback: string | null;
  /** The email address that the reader typed on the previous page. */
  email: string;
};

/** The sign-in form. After a correct password, it asks for a code if the account requires one. */
export function SignInForm({ callback, email }: SignInFormProps) {
  const [typed, setTyped] = useState<Credentials>({ email, password: "" });
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);

  async function signIn(credentials: Credentials, code?: string): Promise<Outcome> {
    const answer = await submitSignIn(credentials.email, credentials.password, code);
    if (!answer) {
      // Load a new document, so that nothing of another person's session stays in memory. The server chooses the page.
      window.location.replace(callback ?? "/sign-in");
      return "leaving";
    }
    setTyped(credentials);
    setCodeAsked(answer.kind === "code" || (code !== undefined && answer.kind !== "wrong"));
    setRefusal(answer.kind === "code" ? null : answer);
    return "saved";
  }

  function goBack() {
    setCodeAsked(false);
    setRefusal(null);
  }

  return isCodeAsked ? (
    <CodeStep email={typed.email} refusal={refusal} onCode={(code) => signIn(typed, code)} onBack={goBack} />
  ) : (
    <PasswordStep typed={typed} callback={callback} refusal={refusal} onPassword={signIn} />
  );
}

type PasswordStepProps = {
  typed: Credentials;
  callback: string | null;
  refusal: SignInRefusal | null;
  onPassword: (credentials: Credentials) => Promise<Outcome>;
};

function PasswordStep({ typed, callback, refusal, onPassword }: PasswordStepProps) {
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: typed,
    validate: (values) => ({
      email: values.email === "" ? "Enter your email address." : undefined,
      password: values.password === "" ? "Enter your password." : undefined,
    }),
    submit: (values) => onPassword(values),
  });

  useEffect(() => {
    if (refusal?.kind !== "wrong") return;
    password.current?.focus();
    password.current?.select();
  }, [refusal]);

  return (
    <form {...form.form} className="flex flex-col gap-4 [&_input]:h-10">
      {refusal && form.outcome !== "refused" ? <FormProblem>{refusalText(refusal)}</FormProblem> : null}
      <Field label="Email" required error={form.errorOf("email")}>
        <Input {...form.field("email")} type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Password" required error={form.errorOf("password")}>
        <PasswordInput ref={password} {...form.field("password")} autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={form.isBusy} className="mt-1">
        Sign in
      </Button>
      <Link
        href={withCallback("/forgot-password", callback)}
        className="self-center rounded-sm text-muted-foreground underline-offset-4 hover:text-foreground hover:underline"
      >
        Forgot password?
      </Link>
    </form>
  );
}

type CodeStepProps = {
  email: string;
  refusal: SignInRefusal | null;
  onCode: (code: string) => Promise<Outcome>;
  onBack: () => void;
};

function CodeStep({ email, refusal, onCode, onBack }: CodeStepProps) {
  const input = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { code: "" },
    validate: ({ code }) => ({ code: code === "" ? "Enter a code." : undefined }),
    submit: ({ code }) => onCode(code),
  });

  // Focus the code field when it appears, and after a rejected code.
  useEffect(() => {
    if (refusal?.kind === "wrong") return;
    input.current?.focus();
    input.current?.select();
  }, [refusal]);

  return (
    <form {...form.form} className="flex flex-col gap-4 [&_input]:h-10">
      {refusal && form.outcome !== "refused" ? <FormProblem>{refusalText(refusal)}</FormProblem> : null}
      <p className="text-pretty text-muted-foreground">
        To continue as <strong className="wrap-anywhere font-medium">{email}</strong>, enter your code.
      </p>
      <CodeField ref={input} {...form.field("code")} error={form.errorOf("code")} recovery />
      <Button type="submit" variant="primary" size="lg" loading={form.isBusy} className="mt-1">
        Sign in
      </Button>
      <Button variant="ghost" disabled={form.isBusy} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}

function refusalText(refusal: SignInRefusal): string {
  switch (refusal.kind) {
    case "wrong":
      return messages.wrongSignIn;
    case "wrong-code":
      return messages.wrongCode;
    case "blocked":
      return `Too many attempts. Try again in ${formatWait(refusal.seconds)}.`;
    default:
      return "The server didn't respond. Check your connection and try again.";
  }
}
