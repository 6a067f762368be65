"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmWrite } from "@/components/forms/confirm-write";
import { GrantTable } from "@/components/oauth/grant-table";
import { ScopeList } from "@/components/oauth/scope-list";
import { QueryError } from "@/components/shell/query-error";
import { StaleNotice } from "@/components/shell/stale-notice";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import type { revokeGrant } from "@/lib/oauth/operations";
import type { OAuthGrant } from "@/lib/oauth/schema";
import { grantListOptions, oauthKey } from "./queries";

/** The apps, of whomever, that an admin let act for this organization. */
export function GrantSection({ organization }: { organization: string }) {
  const query = useQuery(grantListOptions(organization));
  const { data } = query;
  const [revoking, setRevoking] = useState<OAuthGrant | null>(null);
  return (
    <section aria-labelledby="grants" className="mt-10">
      <h2 id="grants" className="text-base font-semibold tracking-tight">
        Apps with access to this organization
      </h2>
      <p className="mt-0.5 mb-3 max-w-2xl text-pretty text-muted-foreground">
        What an admin of this organization allowed on an app's request. Revoking ends it at once.
      </p>
      <StaleNotice query={query} />
      {data && data.data.length > 0 ? <GrantTable grants={data.data} onRevoke={setRevoking} /> : null}
      {data && data.data.length === 0 ? (
        <p className="rounded-lg border border-border bg-surface px-4 py-6 text-center text-muted-foreground">
          No app has been allowed. When a partner's app asks an admin for access and is allowed, it is listed here.
        </p>
      ) : null}
      <QueryError title="The allowed apps did not load" query={query} />
      {query.isPending ? <RowsSkeleton label="Loading apps with access" rows={3} rowClassName="h-14" /> : null}
      <RevokeGrantDialog organization={organization} subject={revoking} onClose={() => setRevoking(null)} />
    </section>
  );
}

type RevokeGrantDialogProps = { organization: string; subject: OAuthGrant | null; onClose: () => void };

function RevokeGrantDialog({ organization, ...props }: RevokeGrantDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={({ app, owner, scopes }) => ({
        title: `Revoke the access of “${app.name}”?`,
        description: `Every token that ${owner.name} holds for this organization ends at once. An admin can allow the app again when it asks again.`,
        confirmLabel: "Revoke access",
        destructive: true,
        children: <ScopeList granted={scopes} />,
      })}
      write={({ id }) => callApi<typeof revokeGrant>("DELETE /oauth/grants/{id}", { organization, params: { id } })}
      invalidates={[oauthKey]}
      onDone={(_, { app }) => {
        toast.success(`“${app.name}” no longer has access`);
      }}
    />
  );
}
