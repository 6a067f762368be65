"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmWrite } from "@/components/forms/confirm-write";
import { ListBody, ListEmpty } from "@/components/list/list-body";
import { ListSection } from "@/components/list/list-section";
import { GrantTable } from "@/components/oauth/grant-table";
import { ScopeList } from "@/components/oauth/scope-list";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import type { revokeGrant } from "@/lib/oauth/operations";
import type { OAuthGrant } from "@/lib/oauth/schema";
import { grantListOptions, oauthKey } from "./queries";

/** Lists the apps that an admin authorized for this organization. The apps can belong to any organization. */
export function GrantSection({ organization }: { organization: string }) {
  const query = useQuery(grantListOptions(organization));
  const grants = query.data?.data ?? [];
  const [revoking, setRevoking] = useState<OAuthGrant | null>(null);
  return (
    <ListSection
      title="Apps with access to this organization"
      description="Apps that an admin of this organization authorized. Revoking takes effect immediately."
      className="mt-10"
    >
      <ListBody
        query={query}
        noun={["app", "apps"]}
        name="allowed apps"
        count={grants.length}
        empty={
          <ListEmpty
            title="No authorized apps"
            description="Partner apps that an admin authorizes are listed here."
            level={3}
            className="py-8"
          />
        }
        skeleton={<RowsSkeleton label="Loading authorized apps" rows={3} rowClassName="h-13" />}
      >
        <GrantTable grants={grants} onRevoke={setRevoking} />
      </ListBody>
      <RevokeGrantDialog organization={organization} subject={revoking} onClose={() => setRevoking(null)} />
    </ListSection>
  );
}

type RevokeGrantDialogProps = { organization: string; subject: OAuthGrant | null; onClose: () => void };

function RevokeGrantDialog({ organization, ...props }: RevokeGrantDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={({ app, owner, scopes }) => ({
        title: `Revoke the access of “${app.name}”?`,
        description: `Every token that ${owner.name} has for this organization is revoked immediately. An admin can authorize the app again.`,
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
