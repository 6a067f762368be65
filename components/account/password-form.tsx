"use client";
import { useQueryClient } from "@tanstack/react-query";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { NewPasswordField } from "@/components/forms/new-password-field";
import { PasswordInput } from "@/components/forms/password-input";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { changePassword } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";
import { accountKey } from "./queries";

type PasswordFormProps = { email: string; minimumPassword: number };

export function PasswordForm({ email, minimumPassword }: PasswordFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { current_password: "", new_password: "" },
    validate: ({ current_password, new_password }) => ({
      current_password: current_password === "" ? "Enter your current password." : undefined,
      new_password:
        [...new_password].length < minimumPassword ? `Use at least ${minimumPassword} characters.` : undefined,
    }),
    async submit(body) {
      await callApi<typeof changePassword>("POST /account/password", { body });
      void queryClient.invalidateQueries({ queryKey: accountKey });
      toast.success("Password changed", { description: "You were signed out on all other devices." });
      return "done";
    },
  });
  return (
    <Card>
      <form {...form.form}>
        <CardBody className="flex max-w-md flex-col gap-4 pt-4">
          {/* Tells password managers which account this is. */}
          <input hidden readOnly name="username" autoComplete="username" value={email} />
          <Field label="Current password" required error={form.errorOf("current_password")}>
            <PasswordInput {...form.field("current_password")} autoComplete="current-password" />
          </Field>
          <NewPasswordField
            label="New password"
            {...form.field("new_password")}
            password={form.values.new_password}
            minimum={minimumPassword}
            error={form.errorOf("new_password")}
          />
          <MutationProblem error={form.problem} />
        </CardBody>
        <CardFooter className="justify-end">
          <Button type="submit" variant="primary" loading={form.isBusy}>
            Change password
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
