"use client";
import { useActionState, useEffect, useRef } from "react";
import { FormProblem } from "@/components/sign-in/form-problem";
import { NewPasswordField } from "@/components/sign-in/new-password-field";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { Button, ButtonLink } from "@/components/ui/button";
import type { resetPassword } from "@/lib/account/operations";
import { ApiError, call } from "@/lib/http/call";

type Problem = { text: string; requestId: string | null };
type Attempt = { password: string; error: string | null; problem: Problem | null; done: boolean };

const untried: Attempt = { password: "", error: null, problem: null, done: false };

type ResetPasswordFormProps = { token: string; minimumPassword: number };

export function ResetPasswordForm({ token, minimumPassword }: ResetPasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);

  async function attempt(_before: Attempt, data: FormData): Promise<Attempt> {
    const password = String(data.get("password") ?? "");
    if ([...password].length < minimumPassword) {
      return { ...untried, password, error: `Use at least ${minimumPassword} characters.` };
    }
    try {
      await call<typeof resetPassword>("POST /account/password-reset/confirm", { body: { token, password } });
      return { ...untried, done: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refused = error.errors.find(({ pointer }) => pointer === "/password");
      if (refused) return { ...untried, password, error: refused.detail };
      return { ...untried, password, problem: { text: error.message, requestId: error.requestId } };
    }
  }

  const [state, submit, pending] = useActionState(attempt, untried);
  const { onInput, isCorrected } = useCorrected(state);

  useEffect(() => {
    if (state.error) form.current?.querySelector("input")?.focus();
  }, [state]);

  if (state.done) {
    return (
      <div className="flex flex-col gap-4">
        <p role="status" className="text-pretty">
          Your new password is set, and you are signed out everywhere else. Sign in with it now.
        </p>
        <ButtonLink href="/sign-in" variant="primary" size="lg">
          Sign in
        </ButtonLink>
      </div>
    );
  }
  return (
    <form ref={form} action={submit} onInput={onInput} noValidate className="flex flex-col gap-4 [&_input]:h-10">
      {state.problem ? <FormProblem requestId={state.problem.requestId}>{state.problem.text}</FormProblem> : null}
      <NewPasswordField
        label="New password"
        minimum={minimumPassword}
        defaultValue={state.password}
        error={isCorrected("password") ? undefined : state.error}
      />
      <Button type="submit" variant="primary" size="lg" loading={pending} className="mt-1">
        Set the password
      </Button>
    </form>
  );
}
