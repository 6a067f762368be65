"use client";
import { Cell, Small } from "@/components/oauth/app-table";
import { accessWords } from "@/components/settings/key-scopes";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { OAuthGrant } from "@/lib/oauth/schema";

type GrantTableProps = { grants: readonly OAuthGrant[]; onRevoke: (grant: OAuthGrant) => void };

export function GrantTable({ grants, onRevoke }: GrantTableProps) {
  return (
    <div className="@container rounded-lg border border-border bg-surface">
      <Table label="Apps with access to this organization" className="@max-[58rem]:block">
        <TableHeader className="@max-[58rem]:sr-only">
          <tr>
            <TableHead>App</TableHead>
            <TableHead>Access</TableHead>
            <TableHead>Allowed by</TableHead>
            <TableHead>Last used</TableHead>
            <TableHead>
              <span className="sr-only">Actions</span>
            </TableHead>
          </tr>
        </TableHeader>
        <TableBody className="@max-[58rem]:block">
          {grants.map((grant) => (
            <TableRow
              key={grant.id}
              interactive
              className="@max-[58rem]:relative @max-[58rem]:grid @max-[58rem]:grid-cols-2 @max-[58rem]:gap-x-4 @max-[58rem]:gap-y-3 @max-[58rem]:px-4 @max-[58rem]:py-3.5"
            >
              <th
                scope="row"
                className="py-2 pr-3 pl-4 text-left font-normal @max-[58rem]:col-span-full @max-[58rem]:py-0 @max-[58rem]:pr-20 @max-[58rem]:pl-0 @min-[58rem]:max-w-72"
              >
                <span className="flex min-w-0 items-center gap-2">
                  <span dir="auto" className="truncate font-medium" title={grant.app.name}>
                    {grant.app.name}
                  </span>
                  {grant.app.state === "disabled" ? <Badge dot>Disabled</Badge> : null}
                </span>
                <span dir="auto" className="block truncate text-xs text-muted-foreground">
                  {grant.owner.is_own ? "Made by this organization" : `Made by ${grant.owner.name}`}
                </span>
              </th>
              <Cell label="Access" className="@max-[58rem]:col-span-full @min-[58rem]:max-w-72">
                <span title={grant.scopes.join(", ")}>
                  {accessWords(grant.scopes).join(", ") || "Nothing any more"}
                </span>
              </Cell>
              <Cell label="Allowed by">
                <span dir="auto" className="block truncate @min-[58rem]:max-w-40">
                  {grant.granted_by}
                </span>
                <Small>
                  <RelativeTime value={grant.granted_at} mode="date" />
                </Small>
              </Cell>
              <Cell label="Last used">
                {grant.last_used_at ? (
                  <RelativeTime value={grant.last_used_at} className="whitespace-nowrap" />
                ) : (
                  <span className="text-muted-foreground">Never</span>
                )}
              </Cell>
              <TableCell className="text-right @max-[58rem]:absolute @max-[58rem]:top-3 @max-[58rem]:right-3 @max-[58rem]:p-0">
                <Button
                  size="sm"
                  aria-label={`Revoke the access of ${grant.app.name}`}
                  onClick={() => onRevoke(grant)}
                  onPointerEnter={preloadDialog}
                  onFocus={preloadDialog}
                >
                  Revoke
                </Button>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
