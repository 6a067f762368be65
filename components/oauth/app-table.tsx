"use client";
import type { ReactNode } from "react";
import { type AppAction, AppMenu } from "@/components/oauth/app-menu";
import { accessWords } from "@/components/settings/key-scopes";
import { count } from "@/components/settings/key-words";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { Tooltip } from "@/components/ui/tooltip";
import type { OAuthApp } from "@/lib/oauth/schema";

type AppTableProps = {
  apps: readonly OAuthApp[];
  apiAccess: boolean;
  onAction: (action: AppAction, app: OAuthApp) => void;
};

/** A table where there is room for one; below that each app is a card of the same cells. */
export function AppTable({ apps, apiAccess, onAction }: AppTableProps) {
  return (
    <div className="@container rounded-lg border border-border bg-surface">
      <Table label="OAuth apps" className="@max-[58rem]:block">
        <TableHeader className="@max-[58rem]:sr-only">
          <tr>
            <TableHead>App</TableHead>
            <TableHead>Status</TableHead>
            <TableHead>Access</TableHead>
            <TableHead>Redirect URIs</TableHead>
            <TableHead>Last used</TableHead>
            <TableHead>Created</TableHead>
            <TableHead>
              <span className="sr-only">Actions</span>
            </TableHead>
          </tr>
        </TableHeader>
        <TableBody className="@max-[58rem]:block">
          {apps.map((app) => (
            <AppRow key={app.id} subject={app} apiAccess={apiAccess} onAction={(action) => onAction(action, app)} />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

type AppRowProps = { subject: OAuthApp; apiAccess: boolean; onAction: (action: AppAction) => void };

function AppRow({ subject, apiAccess, onAction }: AppRowProps) {
  return (
    <TableRow
      interactive
      className="@max-[58rem]:relative @max-[58rem]:grid @max-[58rem]:grid-cols-2 @max-[58rem]:gap-x-4 @max-[58rem]:gap-y-3 @max-[58rem]:px-4 @max-[58rem]:py-3.5 @max-[58rem]:@xl:grid-cols-3"
    >
      <th
        scope="row"
        className="py-2 pr-3 pl-4 text-left font-normal @max-[58rem]:col-span-full @max-[58rem]:py-0 @max-[58rem]:pr-10 @max-[58rem]:pl-0 @min-[58rem]:max-w-64"
      >
        <span dir="auto" className="block truncate font-medium" title={subject.name}>
          {subject.name}
        </span>
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 truncate font-mono text-xs text-muted-foreground" title={subject.client_id}>
            {subject.client_id}
          </code>
          <CopyButton
            iconOnly
            value={subject.client_id}
            label={`Copy client id of ${subject.name}`}
            className="-my-1 shrink-0"
          />
        </span>
      </th>
      <Cell label="Status">
        <AppStatus subject={subject} apiAccess={apiAccess} />
      </Cell>
      <Cell label="Access" className="@min-[58rem]:max-w-44">
        <span title={subject.scopes.join(", ")}>{accessWords(subject.scopes).join(", ")}</span>
      </Cell>
      <Cell label="Redirect URIs">
        <RedirectCount uris={subject.redirect_uris} />
      </Cell>
      <Cell label="Last used">
        {subject.last_used_at ? (
          <RelativeTime value={subject.last_used_at} className="whitespace-nowrap" />
        ) : (
          <span className="text-muted-foreground">Never</span>
        )}
        {subject.grants > 0 ? <Small>Allowed by {count(subject.grants, "organization")}</Small> : null}
      </Cell>
      <Cell label="Created">
        <span dir="auto" className="block truncate @min-[58rem]:max-w-28">
          {subject.created_by}
        </span>
        <Small>
          <RelativeTime value={subject.created_at} mode="date" />
        </Small>
      </Cell>
      <TableCell className="text-right @max-[58rem]:absolute @max-[58rem]:top-2 @max-[58rem]:right-2 @max-[58rem]:p-0">
        <AppMenu subject={subject} onAction={onAction} />
      </TableCell>
    </TableRow>
  );
}

function AppStatus({ subject, apiAccess }: Pick<AppRowProps, "subject" | "apiAccess">) {
  const isActive = subject.state === "active";
  if (isActive && apiAccess) {
    return (
      <Badge tone="success" dot>
        Active
      </Badge>
    );
  }
  return (
    <>
      <Badge dot>{isActive ? "Off" : "Disabled"}</Badge>
      <Small>{isActive ? "No API access" : "Tokens refused"}</Small>
    </>
  );
}

/** How many, and on request which; an app without any has no consent page. */
function RedirectCount({ uris }: { uris: readonly string[] }) {
  if (uris.length === 0) return <span className="text-muted-foreground">None</span>;
  return (
    <Tooltip
      content={
        <span className="flex flex-col gap-0.5 font-mono">
          {uris.map((uri) => (
            <span key={uri} className="break-all">
              {uri}
            </span>
          ))}
        </span>
      }
    >
      <button
        type="button"
        aria-label={`${uris.length} redirect ${uris.length === 1 ? "URI" : "URIs"}: ${uris.join(", ")}`}
        className="cursor-help rounded-sm tabular-nums underline decoration-input decoration-dotted underline-offset-4"
      >
        {uris.length}
      </button>
    </Tooltip>
  );
}

export function Cell({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <TableCell className={cn("py-2 @max-[58rem]:h-auto @max-[58rem]:p-0 @max-[58rem]:first:pl-0", className)}>
      <span aria-hidden className="mb-0.5 block text-xs text-muted-foreground @min-[58rem]:hidden">
        {label}
      </span>
      {children}
    </TableCell>
  );
}

export function Small({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-muted-foreground @min-[58rem]:whitespace-nowrap">{children}</span>;
}
