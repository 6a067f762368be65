"use client";
import {
  ActionCell,
  CreatedCell,
  CredentialCell,
  CredentialTable,
  CredentialTableRow,
  LastUsedCell,
  NameCell,
  SmallText,
} from "@/components/credentials/credential-table";
import { describeAccess } from "@/components/credentials/scopes";
import { type AppAction, AppMenu } from "@/components/oauth/app-menu";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { formatQuantity } from "@/components/ui/format-number";
import { Tooltip } from "@/components/ui/tooltip";
import type { OAuthApp } from "@/lib/oauth/schema";

type AppTableProps = {
  apps: readonly OAuthApp[];
  apiAccess: boolean;
  onAction: (action: AppAction, app: OAuthApp) => void;
};

const columns = ["App", "Status", "Access", "Redirect URIs", "Last used", "Created"];

export function AppTable({ apps, apiAccess, onAction }: AppTableProps) {
  return (
    <CredentialTable label="OAuth apps" columns={columns}>
      {apps.map((app) => (
        <AppRow key={app.id} subject={app} apiAccess={apiAccess} onAction={(action) => onAction(action, app)} />
      ))}
    </CredentialTable>
  );
}

type AppRowProps = { subject: OAuthApp; apiAccess: boolean; onAction: (action: AppAction) => void };

function AppRow({ subject, apiAccess, onAction }: AppRowProps) {
  return (
    <CredentialTableRow>
      <NameCell className="@min-[58rem]:max-w-64">
        <span
          id={subject.id}
          dir="auto"
          title={subject.name}
          className="block scroll-mt-24 truncate font-medium target:text-link"
        >
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
      </NameCell>
      <CredentialCell label="Status">
        <AppStatus subject={subject} apiAccess={apiAccess} />
      </CredentialCell>
      <CredentialCell label="Access" className="@min-[58rem]:max-w-44">
        <span title={subject.scopes.join(", ")}>{describeAccess(subject.scopes).join(", ")}</span>
      </CredentialCell>
      <CredentialCell label="Redirect URIs">
        <RedirectCount uris={subject.redirect_uris} />
      </CredentialCell>
      <LastUsedCell value={subject.last_used_at}>
        {subject.grants > 0 ? <SmallText>Allowed by {formatQuantity(subject.grants, "organization")}</SmallText> : null}
      </LastUsedCell>
      <CreatedCell label="Created" by={subject.created_by} at={subject.created_at} className="@min-[58rem]:max-w-28" />
      <ActionCell>
        <AppMenu subject={subject} onAction={onAction} />
      </ActionCell>
    </CredentialTableRow>
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
      <SmallText>{isActive ? "No API access" : "Tokens refused"}</SmallText>
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
