"use client";
import { useActionState, useEffect, useRef } from "react";
import { FormProblem } from "@/components/sign-in/form-problem";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { requestPasswordReset } from "@/lib/account/operations";
import { ApiError, call } from "@/lib/http/call";

type Problem = { text: string; requestId: string | null };
type Attempt = { email: string; error: string | null; problem: Problem | null; sentTo: string | null };

const untried: Attempt = { email: "", error: null, problem: null, sentTo: null };

export function ForgotPasswordForm({ minutes }: { minutes: number }) {
  const input = useRef<HTMLInputElement>(null);
  const [state, submit, pending] = useActionState(attempt, untried);
  const { onInput, isCorrected } = useCorrected(state);

  useEffect(() => {
    if (state.error) input.current?.focus();
  }, [state]);

  if (state.sentTo !== null) {
    return (
      <div role="status" className="flex flex-col gap-2 text-pretty">
        <p>
          If <strong className="wrap-anywhere font-medium">{state.sentTo}</strong> has an account, a link to set a new
          password is on its way. It works once, for {minutes} minutes.
        </p>
        <p className="text-muted-foreground">
          Nothing after a few minutes? Look into the folder for spam, or ask an admin of your organization.
        </p>
      </div>
    );
  }
  return (
    <form action={submit} onInput={onInput} noValidate className="flex flex-col gap-4 [&_input]:h-10">
      {state.problem ? <FormProblem requestId={state.problem.requestId}>{state.problem.text}</FormProblem> : null}
      <Field label="E-mail" required error={isCorrected("email") ? undefined : state.error}>
        <Input
          ref={input}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          defaultValue={state.email}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={pending} className="mt-1">
        Send the link
      </Button>
    </form>
  );
}

async function attempt(_before: Attempt, form: FormData): Promise<Attempt> {
  const email = String(form.get("email") ?? "").trim();
  if (email === "") return { ...untried, error: "Enter your e-mail address." };
  try {
    await call<typeof requestPasswordReset>("POST /account/password-reset", { body: { email } });
    return { ...untried, sentTo: email };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isAddress = error.errors.some(({ pointer }) => pointer === "/email");
    if (isAddress) return { ...untried, email, error: "Enter an e-mail address, such as ana@example.com." };
    return { ...untried, email, problem: { text: error.message, requestId: error.requestId } };
  }
}
