"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { AccountBoundary } from "@/components/account/account-boundary";
import { fieldErrors } from "@/components/forms/field-errors";
import { MutationProblem } from "@/components/forms/mutation-problem";
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
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(account.name);
  const [isMissing, setMissing] = useState(false);
  const saving = useMutation({
    mutationFn: () => callApi<typeof updateAccount>("PATCH /account", { body: { name: name.trim() } }),
    onSuccess: (saved) => {
      setName(saved.name);
      queryClient.setQueryData(accountOptions.queryKey, saved);
      router.refresh();
      toast.success("Saved");
    },
  });
  const refusal = fieldErrors(saving.error, ["name"]).name?.detail;
  const isChanged = name.trim() !== account.name;

  function submit(event: FormEvent) {
    event.preventDefault();
    const isEmpty = name.trim() === "";
    setMissing(isEmpty);
    if (isEmpty) input.current?.focus();
    else if (isChanged && !saving.isPending) saving.mutate();
  }

  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <CardHeader title="You" />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" required error={isMissing ? "Enter your name." : refusal}>
            <Input
              ref={input}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setMissing(false);
              }}
              maxLength={100}
              autoComplete="name"
              dir="auto"
            />
          </Field>
          <Field label="E-mail" hint="You sign in with it. It cannot be changed.">
            <Input readOnly value={account.email} autoComplete="off" />
          </Field>
          {saving.error && !refusal ? (
            <div className="sm:col-span-2">
              <MutationProblem error={saving.error} />
            </div>
          ) : null}
        </CardBody>
        <CardFooter>
          <span className="text-xs text-muted-foreground">
            With us since <RelativeTime value={account.created_at} mode="date" />
          </span>
          <Button type="submit" variant="primary" disabled={!isChanged} loading={saving.isPending}>
            Save
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
