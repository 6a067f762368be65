"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { callApi, ifMatch } from "@/lib/http/call";
import { MAX_ALERT_RETENTION_D, MIN_ALERT_RETENTION_D } from "@/lib/limits";
import type { updateOrganization } from "@/lib/organizations/operations";
import type { Organization, OrganizationUpdate } from "@/lib/organizations/schema";
import { organizationKey, organizationOptions } from "./queries";

type OrganizationFormProps = { organization: Organization; mayEdit: boolean };

/** A change that deletes alerts, so the reader has to confirm it. */
type Question = { changes: OrganizationUpdate; latest: Organization; after: number };
export function OrganizationForm({ organization, mayEdit }: OrganizationFormProps) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [seen, setSeen] = useState(organization);
  const [question, setQuestion] = useState<Question | null>(null);
  const asked = useLastNonNull(question);
  const agreed = useRef<OrganizationUpdate>(null);
  const { slug } = organization;
  const form = useForm({
    initial: fieldsOf(organization),
    validate: ({ name, alert_retention_days: days }) => ({
      name: name === "" ? "The organization needs a name." : undefined,
      alert_retention_days: rangeError(days),
    }),
    async submit({ name, alert_retention_days: days }) {
      const after = Number(days);
      const changes: OrganizationUpdate = agreed.current ?? {
        ...(name !== organization.name && { name }),
        ...(after !== organization.alert_retention_days && { alert_retention_days: after }),
      };
      if (Object.keys(changes).length === 0) return "saved";
      if (changes.alert_retention_days !== undefined && !agreed.current) {
        const latest = await queryClient.fetchQuery({ ...organizationOptions(slug), staleTime: 0 });
        if (after < latest.alert_retention_days) {
          // The dialog shows the latest retention period but not the latest name. If the reader is changing the
          // name, keep `seen`, so that another person's change of the name is still detected.
          if (changes.name === undefined) setSeen(latest);
          setQuestion({ changes, latest, after });
          return "saved";
        }
      }
      agreed.current = null;
      const saved = await callApi<typeof updateOrganization>("PATCH /organization", {
        organization: slug,
        body: changes,
        headers: ifMatch(isBehind ? seen : organization),
      });
      setSeen(saved);
      queryClient.setQueryData(organizationOptions(slug).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: organizationKey });
      // The name is also in the server-rendered frame, so refresh that too.
      router.refresh();
      toast.success("Saved");
      return "saved";
    },
  });
  // Someone else changed these fields while the user was typing. Saving must not overwrite them silently.
  const isBehind =
    form.isChanged &&
    (seen.name !== organization.name || seen.alert_retention_days !== organization.alert_retention_days);
  const typedDays = form.values.alert_retention_days.trim();
  const isShorter = !rangeError(typedDays) && Number(typedDays) < organization.alert_retention_days;

  async function reload() {
    form.reset(fieldsOf(await queryClient.fetchQuery({ ...organizationOptions(slug), staleTime: 0 })));
  }

  return (
    <Card>
      <form
        {...form.form}
        onInput={(event) => {
          if (!form.isChanged) setSeen(organization);
          form.form.onInput(event);
        }}
      >
        <CardHeader title="Organization" />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" required={mayEdit} error={form.errorOf("name")} className="sm:col-span-2">
            <Input {...form.field("name")} readOnly={!mayEdit} maxLength={100} autoComplete="off" dir="auto" />
          </Field>
          <Field label="Slug" hint="Part of every page's URL. It never changes.">
            <Input readOnly value={slug} className="font-mono" />
          </Field>
          <Field label="ID" hint="Quote this ID when you contact support.">
            <Input
              readOnly
              value={organization.id}
              className="[&_input]:truncate [&_input]:font-mono"
              trailing={<CopyButton iconOnly value={organization.id} label="Copy organization ID" />}
            />
          </Field>
          <Field
            label="Keep alerts for (days)"
            required={mayEdit}
            error={rangeError(typedDays) ?? form.errorOf("alert_retention_days")}
            hint={retentionWords(isShorter)}
            className="sm:col-span-2"
          >
            <Input
              {...form.field("alert_retention_days")}
              readOnly={!mayEdit}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-40"
            />
          </Field>
          {form.problem ? (
            <div className="sm:col-span-2">
              <MutationProblem error={form.problem} onReload={reload} />
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
              "Only admins can change these settings."
            )}
          </span>
          {mayEdit ? (
            <Button type="submit" variant="primary" disabled={!form.isChanged} loading={form.isBusy}>
              Save
            </Button>
          ) : null}
        </CardFooter>
      </form>
      <AlertDialog
        open={question !== null}
        onOpenChange={() => setQuestion(null)}
        title={`Keep alerts for ${asked?.after} days instead of ${asked?.latest.alert_retention_days}?`}
        description={`Alerts older than ${asked?.after} days are deleted within minutes, with their notes and timeline, and removed from analytics. This can't be undone.`}
        confirmLabel="Delete older alerts"
        destructive
        onConfirm={() => {
          agreed.current = question?.changes ?? null;
          setQuestion(null);
          form.form.ref.current?.requestSubmit();
        }}
      />
    </Card>
  );
}

function fieldsOf({ name, alert_retention_days }: Organization) {
  return { name, alert_retention_days: String(alert_retention_days) };
}

function rangeError(days: string): string | undefined {
  const isInRange =
    /^\d{1,4}$/.test(days) && Number(days) >= MIN_ALERT_RETENTION_D && Number(days) <= MAX_ALERT_RETENTION_D;
  return isInRange ? undefined : `Enter a whole number from ${MIN_ALERT_RETENTION_D} to ${MAX_ALERT_RETENTION_D}.`;
}

function retentionWords(isShorter: boolean): string {
  const always = "Counted from an alert's creation. Older alerts are deleted with their notes and timeline";
  return isShorter
    ? `${always} and removed from analytics. You'll be asked before anything is deleted.`
    : `${always}, are removed from analytics and can't be restored.`;
}
