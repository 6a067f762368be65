"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { fieldError } from "@/components/account/field-error";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { NewPasswordField } from "@/components/sign-in/new-password-field";
import { PasswordInput } from "@/components/sign-in/password-input";
import { useCorrected } from "@/components/sign-in/use-corrected";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { changePassword } from "@/lib/account/operations";
import { accountKey } from "@/lib/account/queries";
import type { PasswordChange } from "@/lib/account/schema";
import { call } from "@/lib/http/call";

type PasswordFormProps = { email: string; minimumPassword: number };
type Name = keyof PasswordChange;
type Errors = Partial<Record<Name, string>>;

const untouched: Errors = {};

export function PasswordForm({ email, minimumPassword }: PasswordFormProps) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>(untouched);
  const [round, setRound] = useState(0);
  const { onInput, isCorrected } = useCorrected(errors);
  const errorOf = (name: Name) => (isCorrected(name) ? undefined : errors[name]);

  function show(found: Errors) {
    setErrors(found);
    const first = found.current_password ? "current_password" : "new_password";
    form.current?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus();
  }

  const changing = useMutation({
    mutationFn: (body: PasswordChange) => call<typeof changePassword>("POST /account/password", { body }),
    onSuccess: () => {
      setErrors(untouched);
      setRound(round + 1);
      void queryClient.invalidateQueries({ queryKey: accountKey });
      toast.success("Your password is changed", { description: "You are signed out everywhere but here." });
    },
    onError: (error) => {
      const found = errorsOf(error);
      if (Object.keys(found).length > 0) show(found);
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const body = {
      current_password: String(data.get("current_password")),
      new_password: String(data.get("new_password")),
    };
    const found = missingIn(body, minimumPassword);
    if (Object.keys(found).length > 0) show(found);
    else if (!changing.isPending) changing.mutate(body);
  }

  const isExplained = Object.keys(errorsOf(changing.error)).length > 0;
  return (
    <Card>
      <form key={round} ref={form} noValidate onSubmit={submit} onInput={onInput}>
        <CardBody className="flex max-w-md flex-col gap-4 pt-4">
          {/* Password managers read here whose password it is. */}
          <input hidden readOnly name="username" autoComplete="username" value={email} />
          <Field label="Current password" required error={errorOf("current_password")}>
            <PasswordInput name="current_password" autoComplete="current-password" />
          </Field>
          <NewPasswordField
            label="New password"
            name="new_password"
            minimum={minimumPassword}
            defaultValue=""
            error={errorOf("new_password")}
          />
          {isExplained ? null : <MutationProblem error={changing.error} />}
        </CardBody>
        <CardFooter className="justify-end">
          <Button type="submit" variant="primary" loading={changing.isPending}>
            Change password
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}

function missingIn({ current_password, new_password }: PasswordChange, minimum: number): Errors {
  return {
    ...(current_password === "" && { current_password: "Enter your current password." }),
    ...([...new_password].length < minimum && { new_password: `Use at least ${minimum} characters.` }),
  };
}

function errorsOf(error: Error | null): Errors {
  const [current, next] = [fieldError(error, "/current_password"), fieldError(error, "/new_password")];
  return { ...(current && { current_password: current }), ...(next && { new_password: next }) };
}
