"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { callApi, ifMatch, isApiError } from "@/lib/http/call";
import { MAX_ALERT_RETENTION_D, MIN_ALERT_RETENTION_D } from "@/lib/limits";
import type { updateOrganization } from "@/lib/organizations/operations";
import type { Organization, OrganizationUpdate } from "@/lib/organizations/schema";
import { organizationKey, organizationOptions } from "./queries";

type OrganizationFormProps = { organization: Organization; mayEdit: boolean };

/** A change that deletes alerts, waiting for a second yes. */
type Question = { changes: OrganizationUpdate; latest: Organization; after: number };
type Attempt = { changes: OrganizationUpdate; isAgreed: boolean };

export function OrganizationForm({ organization, mayEdit }: OrganizationFormProps) {
  const queryClient = useQueryClient();
  const router = useRouter();
  // Null while it was not touched: then the form shows, and leaves alone, what a colleague has made of it since.
  const [typedName, setTypedName] = useState<string | null>(null);
  const [typedDays, setTypedDays] = useState<string | null>(null);
  const [seen, setSeen] = useState(organization);
  const [isMissing, setMissing] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const asked = useLastNonNull(question);
  const nameInput = useRef<HTMLInputElement>(null);
  const daysInput = useRef<HTMLInputElement>(null);
  const { slug } = organization;
  const name = typedName ?? organization.name;
  const days = typedDays ?? String(organization.alert_retention_days);
  const isTyped = typedName !== null || typedDays !== null;
  // Someone else changed these fields after the reader began to type. A save must not overwrite them unseen.
  const isBehind = seen.name !== organization.name || seen.alert_retention_days !== organization.alert_retention_days;
  const saving = useMutation({
    mutationFn: async ({ changes, isAgreed }: Attempt) => {
      const after = changes.alert_retention_days;
      if (after !== undefined && !isAgreed) {
        const latest = await queryClient.fetchQuery({ ...organizationOptions(slug), staleTime: 0 });
        if (after < latest.alert_retention_days) return { question: { changes, latest, after } };
      }
      return {
        saved: await callApi<typeof updateOrganization>("PATCH /organization", {
          organization: slug,
          body: changes,
          headers: ifMatch(isTyped && isBehind ? seen : organization),
        }),
      };
    },
    onSuccess: ({ question, saved }, { changes }) => {
      if (!saved) {
        // The question shows the latest number of days, but not the latest name.
        if (typedName === null) setSeen(question.latest);
        return setQuestion(question);
      }
      // What was typed while it was being saved stays.
      setTypedName((typed) => (typed?.trim() === (changes.name ?? organization.name) ? null : typed));
      setTypedDays((typed) =>
        typed === String(changes.alert_retention_days ?? organization.alert_retention_days) ? null : typed,
      );
      setSeen(saved);
      queryClient.setQueryData(organizationOptions(slug).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: organizationKey });
      // The name also stands in the frame around the page, which the server renders.
      router.refresh();
      toast.success("Saved");
    },
    onError: (error) => (refusalOf(error) ? nameInput.current?.focus() : undefined),
  });
  const refusal = refusalOf(saving.error);
  const isRange =
    /^\d{1,4}$/.test(days) && Number(days) >= MIN_ALERT_RETENTION_D && Number(days) <= MAX_ALERT_RETENTION_D;
  const isShorter = isRange && Number(days) < organization.alert_retention_days;
  const isChanged = name.trim() !== organization.name || days !== String(organization.alert_retention_days);

  async function reload() {
    await queryClient.fetchQuery({ ...organizationOptions(slug), staleTime: 0 });
    setTypedName(null);
    setTypedDays(null);
    saving.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (saving.isPending) return;
    setMissing(name.trim() === "");
    if (name.trim() === "") return nameInput.current?.focus();
    if (!isRange) return daysInput.current?.focus();
    const changes: OrganizationUpdate = {
      ...(name.trim() !== organization.name && { name: name.trim() }),
      ...(Number(days) !== organization.alert_retention_days && { alert_retention_days: Number(days) }),
    };
    if (Object.keys(changes).length > 0) saving.mutate({ changes, isAgreed: false });
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
              ref={nameInput}
              value={name}
              onChange={(event) => {
                setTypedName(event.target.value);
                if (!isTyped) setSeen(organization);
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
              ref={daysInput}
              value={days}
              onChange={(event) => {
                setTypedDays(event.target.value.trim());
                if (!isTyped) setSeen(organization);
              }}
              readOnly={!mayEdit}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-40"
            />
          </Field>
          {saving.error && !refusal ? (
            <div className="sm:col-span-2">
              <MutationProblem error={saving.error} onReload={reload} />
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
      <AlertDialog
        open={question !== null}
        onOpenChange={() => setQuestion(null)}
        title={`Keep alerts for ${asked?.after} days instead of ${asked?.latest.alert_retention_days}?`}
        description={`Alerts older than ${asked?.after} days are deleted within minutes, with their notes and timeline, and leave the analytics. This cannot be undone.`}
        confirmLabel="Delete the older alerts"
        destructive
        onConfirm={() => {
          setQuestion(null);
          if (question) saving.mutate({ changes: question.changes, isAgreed: true });
        }}
      />
    </Card>
  );
}

function refusalOf(error: Error | null) {
  return isApiError(error) ? error.errors.find(({ pointer }) => pointer === "/name") : undefined;
}

function retentionWords(isShorter: boolean): string {
  const always = "Counted from the day an alert is created. Older ones are deleted with their notes and timeline,";
  return isShorter
    ? `${always} and leave the analytics. Before anything is deleted you are asked.`
    : `${always} leave the analytics and cannot be brought back.`;
}
