"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { memberListOptions } from "@/components/members/queries";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { callApi, isApiError } from "@/lib/http/call";
import type { Member } from "@/lib/members/schema";
import type { updateOrganization } from "@/lib/organizations/operations";
import type { Organization } from "@/lib/organizations/schema";
import { organizationKey, organizationOptions } from "./queries";

type TwoFactorCardProps = { organization: Organization; mayEdit: boolean };

const NAMED_MEMBERS = 5;

export function TwoFactorCard({ organization, mayEdit }: TwoFactorCardProps) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { slug, require_two_factor: isOn } = organization;
  const members = useQuery({ ...memberListOptions(slug), enabled: mayEdit });
  const lacking = members.data?.data.filter(({ two_factor }) => two_factor === false) ?? [];
  const switching = useMutation({
    mutationFn: (require_two_factor: boolean) =>
      callApi<typeof updateOrganization>("PATCH /organization", { organization: slug, body: { require_two_factor } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(organizationOptions(slug).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: organizationKey });
      toast.success(changed.require_two_factor ? "Two-factor sign-in is required" : "Two-factor sign-in is optional");
    },
  });
  const needsOwn = isApiError(switching.error) && switching.error.code === "conflict";
  const problem = switching.error ? (
    <div className="flex flex-col gap-2">
      <MutationProblem error={switching.error} />
      {needsOwn ? (
        <Link href="/account/two-factor" className="font-medium text-link underline-offset-4 hover:underline">
          Set up two-factor sign-in
        </Link>
      ) : null}
    </div>
  ) : null;

  if (!mayEdit) {
    return (
      <Card className="px-4 py-3.5">
        <h2 className="text-sm font-medium">Two-factor sign-in</h2>
        <p className="text-xs leading-5 text-muted-foreground">
          {isOn ? "Required for all members of this organization." : "Optional in this organization."}
        </p>
      </Card>
    );
  }
  return (
    <Card className="px-4 py-3.5">
      <Switch
        label="Require two-factor sign-in"
        description={
          isOn
            ? `On: ${lackWords(lacking.length, "loses access", "lose access")}`
            : offWords(members.data?.data, lacking)
        }
        checked={isOn}
        aria-busy={switching.isPending}
        onChange={() => {
          if (switching.isPending) return;
          switching.reset();
          if (isOn) switching.mutate(false);
          else setAsking(true);
        }}
      />
      {problem && !isAsking ? <div className="mt-3">{problem}</div> : null}
      <AlertDialog
        open={isAsking}
        onOpenChange={(next) => {
          if (!next) switching.reset();
          setAsking(next);
        }}
        title="Require two-factor sign-in?"
        description={consequence(lacking)}
        confirmLabel="Require it"
        onConfirm={() =>
          switching.mutateAsync(true).then(
            () => setAsking(false),
            () => undefined,
          )
        }
      >
        {problem}
      </AlertDialog>
    </Card>
  );
}

const countMembers = (n: number) => (n === 1 ? "1 member" : `${n} members`);

function lackWords(lacking: number, one: string, many: string): string {
  if (lacking === 0) return "every member has a second factor.";
  return `${countMembers(lacking)} without a second factor ${lacking === 1 ? one : many} until they set one up.`;
}

function offWords(all: readonly Member[] | undefined, lacking: readonly Member[]): string {
  if (!all) return "Off: members sign in with a password only.";
  if (lacking.length === 0) return "Off, and every member has a second factor.";
  return `Off: members sign in with a password only. Without a second factor: ${lacking.length} of ${countMembers(all.length)}.`;
}

function consequence(lacking: readonly Member[]): string {
  const keys = "API keys aren't affected.";
  if (lacking.length === 0) return `Every member has a second factor, so no one loses access. ${keys}`;
  const names = lacking.slice(0, NAMED_MEMBERS).map(({ name }) => name);
  const more = lacking.length > NAMED_MEMBERS ? ` and ${lacking.length - NAMED_MEMBERS} more` : "";
  return `${countMembers(lacking.length)} (${names.join(", ")}${more}) must set up a second factor before they can continue. ${keys}`;
}
