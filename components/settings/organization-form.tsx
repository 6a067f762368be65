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
import type { updateOrganization } from "@/lib/organizations/operations";
import { organizationKey, organizationQuery } from "@/lib/organizations/queries";
import type { Organization } from "@/lib/organizations/schema";

type OrganizationFormProps = { organization: Organization; mayEdit: boolean };

export function OrganizationForm({ organization, mayEdit }: OrganizationFormProps) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState(organization.name);
  const [isMissing, setMissing] = useState(false);
  const { slug } = organization;
  const saving = useMutation({
    mutationFn: () =>
      call<typeof updateOrganization>("PATCH /organization", { organization: slug, body: { name: name.trim() } }),
    onSuccess: (saved) => {
      setName(saved.name);
      queryClient.setQueryData(organizationQuery(slug).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: organizationKey });
      // The name also stands in the frame around the page, which the server renders.
      router.refresh();
      toast.success("Saved");
    },
  });
  const refusal = saving.error instanceof ApiError ? saving.error.errors.find((e) => e.pointer === "/name") : undefined;
  const isChanged = name.trim() !== organization.name;

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(name.trim() === "");
    if (name.trim() !== "" && isChanged && !saving.isPending) saving.mutate();
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
