"use client";
import { GrantedAccess, LastUsed, MadeBy } from "@/components/credentials/credential-cells";
import { type ListColumn, ListDetail, ListTable } from "@/components/list/list-table";
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

export function AppTable({ apps, apiAccess, onAction }: AppTableProps) {
  const columns: ListColumn<OAuthApp>[] = [
    { label: "App", cell: (app) => <AppName subject={app} /> },
    { label: "Status", width: "w-30", cell: (app) => <AppStatus subject={app} apiAccess={apiAccess} /> },
    { label: "Access", width: "w-40 @min-[66rem]:w-52", cell: ({ scopes }) => <GrantedAccess scopes={scopes} /> },
    {
      label: "Redirect URIs",
      width: "w-27",
      className: "@min-[42rem]:@max-[58rem]:hidden",
      cell: ({ redirect_uris }) => <RedirectCount uris={redirect_uris} />,
    },
    {
      label: "Last used",
      width: "w-42",
      cell: ({ last_used_at, grants }) => (
        <>
          <LastUsed value={last_used_at} />
          {grants > 0 ? <ListDetail>Authorized by {formatQuantity(grants, "organization")}</ListDetail> : null}
        </>
      ),
    },
    {
      label: "Created",
      width: "w-36 @min-[66rem]:w-48",
      className: "@min-[42rem]:@max-[54rem]:hidden",
      cell: ({ created_by, created_at }) => <MadeBy by={created_by} at={created_at} />,
    },
  ];
  return (
    <ListTable
      label="OAuth apps"
      rows={apps}
      columns={columns}
      actions={(app) => <AppMenu subject={app} onAction={(action) => onAction(action, app)} />}
      cards="fields"
      density="roomy"
    />
  );
}

function AppName({ subject: { id, name, client_id } }: { subject: OAuthApp }) {
  return (
    <>
      <span id={id} dir="auto" title={name} className="block scroll-mt-24 truncate font-medium target:text-link">
        {name}
      </span>
      <span className="flex min-w-0 items-center gap-1">
        <ListDetail title={client_id} className="font-mono">
          {client_id}
        </ListDetail>
        <CopyButton iconOnly value={client_id} label={`Copy client ID of ${name}`} className="-my-1.5 shrink-0" />
      </span>
    </>
  );
}

function AppStatus({ subject, apiAccess }: { subject: OAuthApp; apiAccess: boolean }) {
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
      <ListDetail>{isActive ? "No API access" : "Tokens refused"}</ListDetail>
    </>
  );
}

/** Shows the number of redirect URIs, with a list on hover. An app without redirect URIs has no consent page. */
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
