"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { RowsSkeleton } from "@/components/oauth/app-list-states";
import { GrantTable } from "@/components/oauth/grant-table";
import { ScopeList } from "@/components/oauth/scope-list";
import { MutationProblem, problemWords, requestIdOf } from "@/components/settings/mutation-problem";
import { useLast } from "@/components/settings/use-last";
import { ErrorState } from "@/components/shell/error-state";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/http/call";
import type { revokeGrant } from "@/lib/oauth/operations";
import { grantListQuery, oauthKey } from "@/lib/oauth/queries";
import type { OAuthGrant } from "@/lib/oauth/schema";

/** The apps, of whomever, that an admin let act for this organization. */
export function GrantSection({ organization }: { organization: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(grantListQuery(organization));
  const [revoking, setRevoking] = useState<OAuthGrant | null>(null);
  return (
    <section aria-labelledby="grants" className="mt-10">
      <h2 id="grants" className="text-base font-semibold tracking-tight">
        Apps with access to this organization
      </h2>
      <p className="mt-0.5 mb-3 max-w-2xl text-pretty text-muted-foreground">
        What an admin of this organization allowed on an app's request. Revoking ends it at once.
      </p>
      {data && data.data.length > 0 ? <GrantTable grants={data.data} onRevoke={setRevoking} /> : null}
      {data && data.data.length === 0 ? (
        <p className="rounded-lg border border-border bg-surface px-4 py-6 text-center text-muted-foreground">
          No app has been allowed. When a partner's app asks an admin for access and is allowed, it is listed here.
        </p>
      ) : null}
      {data?.has_more ? (
        <p className="mt-2 text-xs text-muted-foreground">Only the newest {data.data.length} are listed.</p>
      ) : null}
      {isError && !data ? (
        <ErrorState
          title="The allowed apps did not load"
          detail={problemWords(error)}
          requestId={requestIdOf(error) ?? undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {!data && !isError ? <RowsSkeleton label="Loading apps with access" /> : null}
      <RevokeGrantDialog organization={organization} subject={revoking} onClose={() => setRevoking(null)} />
    </section>
  );
}

type RevokeGrantDialogProps = { organization: string; subject: OAuthGrant | null; onClose: () => void };

function RevokeGrantDialog({ organization, subject, onClose }: RevokeGrantDialogProps) {
  const queryClient = useQueryClient();
  const grant = useLast(subject);
  const revoking = useMutation({
    mutationFn: (id: string) => call<typeof revokeGrant>("DELETE /oauth/grants/{id}", { organization, params: { id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: oauthKey });
      toast.success(`“${grant?.app.name}” has no access any more`);
      onClose();
    },
  });
  return (
    <AlertDialog
      open={subject !== null}
      onOpenChange={() => {
        revoking.reset();
        onClose();
      }}
      title={`Revoke the access of “${grant?.app.name ?? ""}”?`}
      description={`Every token that ${grant?.owner.name ?? "its owner"} holds for this organization ends at once. An admin can allow the app again when it asks again.`}
      confirmLabel="Revoke access"
      destructive
      onConfirm={async () => {
        if (grant) await revoking.mutateAsync(grant.id).catch(() => undefined);
      }}
    >
      {grant ? <ScopeList granted={grant.scopes} /> : null}
      {revoking.error ? <MutationProblem error={revoking.error} /> : null}
    </AlertDialog>
  );
}
