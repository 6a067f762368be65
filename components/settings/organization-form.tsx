"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/http/call";
import { MAX_ALERT_RETENTION_D, MIN_ALERT_RETENTION_D } from "@/lib/limits";
import type { updateOrganization } from "@/lib/organizations/operations";
import { organizationKey, organizationQuery } from "@/lib/organizations/queries";
import type { Organization } from "@/lib/organizations/schema";

type OrganizationFormProps = { organization: Organization; mayEdit: boolean };

export function OrganizationForm({ organization, mayEdit }: OrganizationFormProps) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState(organization.name);
  const [isMissing, setMissing] = useState(false);
  const [days, setDays] = useState(String(organization.alert_retention_days));
  const { slug } = organization;
  const saving = useMutation({
    mutationFn: () =>
      call<typeof updateOrganization>("PATCH /organization", {
        organization: slug,
        body: { name: name.trim(), alert_retention_days: Number(days) },
      }),
    onSuccess: (saved) => {
      setName(saved.name);
      setDays(String(saved.alert_retention_days));
      queryClient.setQueryData(organizationQuery(slug).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: organizationKey });
      // The name also stands in the frame around the page, which the server renders.
      router.refresh();
      toast.success("Saved");
    },
  });
  const refusal = saving.error instanceof ApiError ? saving.error.errors.find((e) => e.pointer === "/name") : undefined;
  const isRange =
    /^\d{1,4}$/.test(days) && Number(days) >= MIN_ALERT_RETENTION_D && Number(days) <= MAX_ALERT_RETENTION_D;
  const isShorter = isRange && Number(days) < organization.alert_retention_days;
  const isChanged = name.trim() !== organization.name || days !== String(organization.alert_retention_days);

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(name.trim() === "");
    if (name.trim() !== "" && isRange && isChanged && !saving.isPending) saving.mutate();
  }

  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <CardHeader title="Organization" />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Name"
            required={mayEdit}
            error={isMissing ? "The organization needs a name." : refusal?.detail}
            className="sm:col-span-2"
          >
            <Input
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setMissing(false);
              }}
              readOnly={!mayEdit}
              maxLength={100}
              autoComplete="off"
              dir="auto"
            />
          </Field>
          <Field label="Slug" hint="Stands in the address of every page and never changes.">
            <Input readOnly value={slug} className="font-mono" />
          </Field>
          <Field label="Id" hint="Tells your organization apart when you ask for help.">
            <Input
              readOnly
              value={organization.id}
              className="[&_input]:truncate [&_input]:font-mono"
              trailing={<CopyButton iconOnly value={organization.id} label="Copy organization id" />}
            />
          </Field>
          <Field
            label="Keep alerts for (days)"
            required={mayEdit}
            error={isRange ? undefined : `A whole number from ${MIN_ALERT_RETENTION_D} to ${MAX_ALERT_RETENTION_D}.`}
            hint={retentionWords(isShorter)}
            className="sm:col-span-2"
          >
            <Input
              value={days}
              onChange={(event) => setDays(event.target.value.trim())}
              readOnly={!mayEdit}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-40"
            />
          </Field>
          {saving.error && !refusal ? (
            <div className="sm:col-span-2">
              <MutationProblem error={saving.error} />
            </div>
          ) : null}
        </CardBody>
        <CardFooter>
          <span className="text-xs text-muted-foreground">
            {mayEdit ? (
              <>
                Created <RelativeTime value={organization.created_at} mode="date" />
              </>
            ) : (
              "Only admins change these settings."
            )}
          </span>
          {mayEdit ? (
            <Button type="submit" variant="primary" disabled={!isChanged} loading={saving.isPending}>
              Save
            </Button>
          ) : null}
        </CardFooter>
      </form>
    </Card>
  );
}

function retentionWords(isShorter: boolean): string {
  const always = "Counted from the day an alert is created. Older ones are deleted with their notes and timeline,";
  return isShorter
    ? `${always} and leave the analytics. Once you save, alerts older than this are deleted within minutes and cannot be brought back.`
    : `${always} leave the analytics and cannot be brought back.`;
}
