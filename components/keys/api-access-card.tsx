"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { organizationKey, organizationOptions } from "@/components/organizations/queries";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Card } from "@/components/ui/card";
import { formatQuantity } from "@/components/ui/format-number";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import type { ApiKey } from "@/lib/keys/schema";
import type { updateOrganization } from "@/lib/organizations/operations";
import type { Organization } from "@/lib/organizations/schema";
import { isWorking } from "./key-health";

type ApiAccessCardProps = { organization: Organization; keys: readonly ApiKey[] };

const NAMED_KEYS = 5;

export function ApiAccessCard({ organization, keys }: ApiAccessCardProps) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { slug, api_access: isOn } = organization;
  const working = keys.filter(isWorking);
  const switching = useMutation({
    mutationFn: (api_access: boolean) =>
      callApi<typeof updateOrganization>("PATCH /organization", { organization: slug, body: { api_access } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(organizationOptions(slug).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: organizationKey });
      toast.success(changed.api_access ? "API access is on" : "API access is off");
    },
  });

  return (
    <Card className="px-4 py-3.5">
      <Switch
        label="API access"
        description={isOn ? onWords(working.length) : "Off: every request with a key gets a 403 reply. Keys are kept."}
        checked={isOn}
        aria-busy={switching.isPending}
        onChange={() => {
          if (switching.isPending) return;
          switching.reset();
          if (isOn) setAsking(true);
          else switching.mutate(true);
        }}
      />
      {switching.error && !isAsking ? (
        <div className="mt-3">
          <MutationProblem error={switching.error} />
        </div>
      ) : null}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Turn off API access?"
        description={offWords(working)}
        confirmLabel="Turn off API access"
        destructive
        onConfirm={() =>
          switching.mutateAsync(false).then(
            () => setAsking(false),
            () => undefined,
          )
        }
      >
        {switching.error ? <MutationProblem error={switching.error} /> : null}
      </AlertDialog>
    </Card>
  );
}

function onWords(working: number): string {
  if (working === 0) return "On: any key that you create can call the API.";
  return `On: ${formatQuantity(working, "key")} can call the API within ${working === 1 ? "its" : "their"} permissions.`;
}

function offWords(working: readonly ApiKey[]): string {
  const kept = "Keys aren't deleted. They work again when you turn it back on.";
  if (working.length === 0) return `There are no active keys, so nothing is interrupted. ${kept}`;
  const names = working.slice(0, NAMED_KEYS).map(({ name }) => `“${name}”`);
  const more = working.length > NAMED_KEYS ? ` and ${working.length - NAMED_KEYS} more` : "";
  const stop = `${formatQuantity(working.length, "key")} will stop working at once: ${names.join(", ")}${more}.`;
  return `${stop} Their requests get a 403 api_access_disabled reply. ${kept}`;
}
