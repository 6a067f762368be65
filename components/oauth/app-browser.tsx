"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { ListBody } from "@/components/list/list-body";
import { CreateAppDialog, EditAppDialog } from "@/components/oauth/app-dialog";
import { NoApps } from "@/components/oauth/app-list-states";
import { AppTable } from "@/components/oauth/app-table";
import { GrantSection } from "@/components/oauth/grant-section";
import { RevealAppDialog } from "@/components/oauth/reveal-app-dialog";
import { DeleteAppDialog, DisableAppDialog, RotateSecretDialog } from "@/components/oauth/stop-app-dialogs";
import { useAppActions } from "@/components/oauth/use-app-actions";
import { organizationOptions } from "@/components/organizations/queries";
import { useCommands } from "@/components/shell/commands";
import { PageHeader } from "@/components/shell/page-header";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { MAX_APPS } from "@/lib/limits";
import { appListOptions } from "./queries";

/** "Last used" is updated once a minute, so shorter polling is useless. */
const REFRESH_MS = 60_000;

export function AppBrowser({ organization }: { organization: string }) {
  const [isCreating, setCreating] = useState(false);
  const { revealed, subjectOf, start, end, reveal, conceal } = useAppActions(organization);
  // Don't refetch while a secret is shown, because nothing should move behind the dialog.
  const isQuiet = revealed !== null;
  const query = useQuery({
    ...appListOptions(organization),
    refetchInterval: isQuiet ? false : REFRESH_MS,
    refetchOnWindowFocus: !isQuiet,
    refetchOnReconnect: !isQuiet,
  });
  const apiAccess = useQuery(organizationOptions(organization)).data?.api_access ?? true;
  const apps = query.data?.data ?? [];
  const isFull = apps.length >= MAX_APPS;

  const canCreate = query.data !== undefined && !isFull;
  useShortcuts(
    "OAuth apps",
    canCreate ? [{ keys: "c", description: "Create an app", run: () => setCreating(true) }] : [],
  );
  useCommands(
    useMemo(
      () =>
        canCreate ? [{ id: "create-app", label: "Create OAuth app", action: { run: () => setCreating(true) } }] : [],
      [canCreate],
    ),
  );

  const createButton = (
    <>
      {isFull ? <span className="text-muted-foreground">All {MAX_APPS} apps are in use. Delete one first.</span> : null}
      <Button
        variant="primary"
        disabled={!canCreate}
        onClick={() => setCreating(true)}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        <Plus aria-hidden />
        Create app
      </Button>
    </>
  );

  return (
    <>
      <PageHeader
        title="OAuth apps"
        description={
          <>
            Short-lived tokens instead of keys, for your organization or for customers who authorize your app.{" "}
            <Link href="/docs/oauth" className="text-link underline underline-offset-4">
              How it works
            </Link>
          </>
        }
        actions={apps.length > 0 ? createButton : undefined}
      />
      {query.data && !apiAccess ? <AccessIsOff organization={organization} /> : null}
      <ListBody
        query={query}
        noun={["app", "apps"]}
        count={apps.length}
        empty={<NoApps action={createButton} />}
        skeleton={<RowsSkeleton label="Loading apps" rows={3} rowClassName="h-13" />}
        isPolled
      >
        <AppTable apps={apps} apiAccess={apiAccess} onAction={start} />
      </ListBody>
      <GrantSection organization={organization} />
      <CreateAppDialog
        organization={organization}
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(created) => {
          setCreating(false);
          reveal(created);
        }}
      />
      <EditAppDialog
        organization={organization}
        subject={subjectOf("edit")}
        onClose={end}
        onReload={(app) => start("edit", app)}
      />
      <RotateSecretDialog organization={organization} subject={subjectOf("rotate")} onClose={end} onRotated={reveal} />
      <DisableAppDialog organization={organization} subject={subjectOf("disable")} onClose={end} />
      <DeleteAppDialog organization={organization} subject={subjectOf("delete")} onClose={end} />
      <RevealAppDialog revealed={revealed} onClose={conceal} />
    </>
  );
}

function AccessIsOff({ organization }: { organization: string }) {
  return (
    <p className="mb-4 rounded-md bg-warning/10 px-3 py-2 text-warning">
      API access is off. Requests with tokens for this organization get a 403 reply until an admin turns it on in{" "}
      <Link href={`/${organization}/settings/api-keys`} className="font-medium underline underline-offset-4">
        API keys
      </Link>
      .
    </p>
  );
}
