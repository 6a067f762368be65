import {
  ActionCell,
  CreatedCell,
  CredentialCell,
  CredentialTable,
  CredentialTableRow,
  LastUsedCell,
  NameCell,
} from "@/components/credentials/credential-table";
import { describeAccess } from "@/components/credentials/scopes";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import type { OAuthGrant } from "@/lib/oauth/schema";

type GrantTableProps = { grants: readonly OAuthGrant[]; onRevoke: (grant: OAuthGrant) => void };

const columns = ["App", "Access", "Allowed by", "Last used"];

export function GrantTable({ grants, onRevoke }: GrantTableProps) {
  return (
    <CredentialTable label="Apps with access to this organization" columns={columns}>
      {grants.map((grant) => (
        <CredentialTableRow key={grant.id}>
          <NameCell className="@max-[58rem]:pr-20 @min-[58rem]:max-w-72">
            <span className="flex min-w-0 items-center gap-2">
              <span dir="auto" className="truncate font-medium" title={grant.app.name}>
                {grant.app.name}
              </span>
              {grant.app.state === "disabled" ? <Badge dot>Disabled</Badge> : null}
            </span>
            <span dir="auto" className="block truncate text-xs text-muted-foreground">
              {grant.owner.is_own ? "Made by this organization" : `Made by ${grant.owner.name}`}
            </span>
          </NameCell>
          <CredentialCell label="Access" className="@max-[58rem]:col-span-full @min-[58rem]:max-w-72">
            <span title={grant.scopes.join(", ")}>{describeAccess(grant.scopes).join(", ") || "Nothing any more"}</span>
          </CredentialCell>
          <CreatedCell label="Allowed by" by={grant.granted_by} at={grant.granted_at} />
          <LastUsedCell value={grant.last_used_at} />
          <ActionCell>
            <Button
              size="sm"
              aria-label={`Revoke the access of ${grant.app.name}`}
              onClick={() => onRevoke(grant)}
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
            >
              Revoke
            </Button>
          </ActionCell>
        </CredentialTableRow>
      ))}
    </CredentialTable>
  );
}
