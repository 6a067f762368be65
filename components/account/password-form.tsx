"use client";
import { useQueryClient } from "@tanstack/react-query";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { NewPasswordField } from "@/components/forms/new-password-field";
import { PasswordInput } from "@/components/forms/password-input";
import { useFormAttempt } from "@/components/forms/use-form-attempt";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { changePassword } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";
import { accountKey } from "./queries";

const names = ["current_password", "new_password"] as const;

type PasswordFormProps = { email: string; minimumPassword: number };

export function PasswordForm({ email, minimumPassword }: PasswordFormProps) {
  const queryClient = useQueryClient();
  const { form, values, errorOf, problem, busy, rounds } = useFormAttempt({
    names,
    check: ({ current_password, new_password }) => ({
      ...(current_password === "" && { current_password: "Enter your current password." }),
      ...([...new_password].length < minimumPassword && {
        new_password: `Use at least ${minimumPassword} characters.`,
      }),
    }),
    async send(body) {
      await callApi<typeof changePassword>("POST /account/password", { body });
      void queryClient.invalidateQueries({ queryKey: accountKey });
      toast.success("Your password is changed", { description: "You are signed out everywhere but here." });
      return "done";
    },
  });
  return (
    <Card>
      <form {...form}>
        <CardBody className="flex max-w-md flex-col gap-4 pt-4">
          {/* Password managers read here whose password it is. */}
          <input hidden readOnly name="username" autoComplete="username" value={email} />
          <Field label="Current password" required error={errorOf("current_password")}>
            <PasswordInput
              name="current_password"
              autoComplete="current-password"
              defaultValue={values.current_password}
            />
          </Field>
          <NewPasswordField
            key={rounds}
            label="New password"
            name="new_password"
            minimum={minimumPassword}
            defaultValue={values.new_password}
            error={errorOf("new_password")}
          />
          <MutationProblem error={problem} />
        </CardBody>
        <CardFooter className="justify-end">
          <Button type="submit" variant="primary" loading={busy}>
            Change password
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
