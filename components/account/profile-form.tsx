"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { AccountBoundary } from "@/components/account/account-boundary";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import type { updateAccount } from "@/lib/account/operations";
import type { Account } from "@/lib/account/schema";
import { callApi } from "@/lib/http/call";
import { accountOptions } from "./queries";

export function ProfileForm() {
  return <AccountBoundary>{(account) => <Form account={account} />}</AccountBoundary>;
}

function Form({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const form = useForm({
    initial: { name: account.name },
    validate: ({ name }) => ({ name: name === "" ? "Enter your name." : undefined }),
    async submit({ name }) {
      const saved = await callApi<typeof updateAccount>("PATCH /account", { body: { name } });
      queryClient.setQueryData(accountOptions().queryKey, saved);
      router.refresh();
      toast.success("Saved");
      return "saved";
    },
  });

  return (
    <Card>
      <form {...form.form}>
        <CardHeader title="You" />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" required error={form.errorOf("name")}>
            <Input {...form.field("name")} maxLength={100} autoComplete="name" dir="auto" />
          </Field>
          <Field label="Email" hint="You sign in with this address. It can't be changed.">
            <Input readOnly value={account.email} autoComplete="off" />
          </Field>
          {form.problem ? (
            <div className="sm:col-span-2">
              <MutationProblem error={form.problem} />
            </div>
          ) : null}
        </CardBody>
        <CardFooter>
          <span className="text-xs text-muted-foreground">
            Member since <RelativeTime value={account.created_at} mode="date" />
          </span>
          <Button type="submit" variant="primary" disabled={!form.isChanged} loading={form.isBusy}>
            Save
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
