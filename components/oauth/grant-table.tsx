"use client";
import { GrantedAccess, LastUsed, MadeBy } from "@/components/credentials/credential-cells";
import { type ListColumn, ListDetail, ListTable } from "@/components/list/list-table";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import type { OAuthGrant } from "@/lib/oauth/schema";

type GrantTableProps = { grants: readonly OAuthGrant[]; onRevoke: (grant: OAuthGrant) => void };

/** The columns have the same widths as in the table of apps above, so that they align. */
const columns: readonly ListColumn<OAuthGrant>[] = [
  {
    label: "App",
    cell: ({ app, owner }) => (
      <>
        <span className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate font-medium" title={app.name}>
            {app.name}
          </span>
          {app.state === "disabled" ? <Badge dot>Disabled</Badge> : null}
        </span>
        <ListDetail dir="auto">{owner.is_own ? "Created by this organization" : `By ${owner.name}`}</ListDetail>
      </>
    ),
  },
  {
    label: "Access",
    width: "w-40 @min-[58rem]:w-67 @min-[66rem]:w-79",
    className: "@max-[42rem]:col-span-full",
    cell: ({ scopes }) => <GrantedAccess scopes={scopes} />,
  },
  {
    label: "Last used",
    width: "w-30 @min-[66rem]:w-42",
    cell: ({ last_used_at }) => <LastUsed value={last_used_at} />,
  },
  {
    label: "Authorized by",
    width: "w-36",
    cell: ({ granted_by, granted_at }) => <MadeBy by={granted_by} at={granted_at} />,
  },
];

export function GrantTable({ grants, onRevoke }: GrantTableProps) {
  return (
    <ListTable
      label="Apps with access to this organization"
      rows={grants}
      columns={columns}
      actions={(grant) => (
        <Button
          size="sm"
          aria-label={`Revoke the access of ${grant.app.name}`}
          onClick={() => onRevoke(grant)}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
        >
          Revoke
        </Button>
      )}
      hasWideActions
      cards="fields"
      density="roomy"
    />
  );
}
