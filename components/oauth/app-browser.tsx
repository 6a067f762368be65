"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { CreateAppDialog, EditAppDialog } from "@/components/oauth/app-dialog";
import { NoApps, RowsSkeleton } from "@/components/oauth/app-list-states";
import type { AppAction } from "@/components/oauth/app-menu";
import { AppTable } from "@/components/oauth/app-table";
import { GrantSection } from "@/components/oauth/grant-section";
import { RevealAppDialog, type RevealedApp } from "@/components/oauth/reveal-app-dialog";
import { DeleteAppDialog, DisableAppDialog, RotateSecretDialog } from "@/components/oauth/stop-app-dialogs";
import { problemWords, requestIdOf } from "@/components/settings/mutation-problem";
import { useCommands } from "@/components/shell/commands";
import { ErrorState } from "@/components/shell/error-state";
import { PageHeader } from "@/components/shell/page-header";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/http/call";
import { MAX_APPS } from "@/lib/limits";
import type { updateApp } from "@/lib/oauth/operations";
import { appListQuery, oauthKey } from "@/lib/oauth/queries";
import type { OAuthApp } from "@/lib/oauth/schema";
import { organizationQuery } from "@/lib/organizations/queries";

/** "Last used" is written once a minute, so there is nothing new to see sooner. */
const REFRESH_MS = 60_000;

type Action = { kind: AppAction; app: OAuthApp };

export function AppBrowser({ organization }: { organization: string }) {
  const queryClient = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const [revealed, setRevealed] = useState<RevealedApp | null>(null);
  const [action, setAction] = useState<Action | null>(null);
  // The list rests while a secret is on the screen: nothing may move below the dialog that shows it once.
  const isQuiet = revealed !== null;
  const list = useQuery({
    ...appListQuery(organization),
    refetchInterval: isQuiet ? false : REFRESH_MS,
    refetchOnWindowFocus: !isQuiet,
    refetchOnReconnect: !isQuiet,
  });
  const apiAccess = useQuery(organizationQuery(organization)).data?.api_access ?? true;
  const apps = list.data?.data ?? [];
  const isFull = apps.length >= MAX_APPS;
  const subject = (kind: AppAction) => (action?.kind === kind ? action.app : null);
  const endAction = () => setAction(null);

  const enabling = useMutation({
    mutationFn: ({ id }: OAuthApp) =>
      call<typeof updateApp>("PATCH /oauth/apps/{id}", { organization, params: { id }, body: { enabled: true } }),
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: oauthKey });
      toast.success(`“${name}” is enabled`);
    },
    onError: (error) => toast.error("The app is still disabled", { description: problemWords(error) }),
  });

  function start(kind: AppAction, app: OAuthApp) {
    if (kind === "enable") enabling.mutate(app);
    else setAction({ kind, app });
  }

  function reveal(created: RevealedApp) {
    setCreating(false);
    setAction(null);
    setRevealed(created);
  }

  function conceal() {
    setRevealed(null);
    void queryClient.invalidateQueries({ queryKey: oauthKey });
  }

  const canCreate = list.isSuccess && !isFull;
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
      {isFull ? <span className="text-muted-foreground">All {MAX_APPS} apps are taken: delete one first.</span> : null}
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
            Short-lived tokens instead of keys, for this organization or for customers who allow it.{" "}
            <Link href="/docs/oauth" className="text-link underline underline-offset-4">
              How it works
            </Link>
          </>
        }
        actions={apps.length > 0 ? createButton : undefined}
      />
      {list.isError && !list.data ? (
        <ErrorState
          title="The apps did not load"
          detail={problemWords(list.error)}
          requestId={requestIdOf(list.error) ?? undefined}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : null}
      {list.isPending ? <RowsSkeleton label="Loading OAuth apps" /> : null}
      {list.isSuccess && !apiAccess ? <AccessIsOff organization={organization} /> : null}
      {list.isSuccess && apps.length === 0 ? <NoApps action={createButton} /> : null}
      {apps.length > 0 ? <AppTable apps={apps} apiAccess={apiAccess} onAction={start} /> : null}
      <GrantSection organization={organization} />
      <CreateAppDialog
        organization={organization}
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={reveal}
      />
      <EditAppDialog organization={organization} subject={subject("edit")} onClose={endAction} />
      <RotateSecretDialog
        organization={organization}
        subject={subject("rotate")}
        onClose={endAction}
        onRotated={reveal}
      />
      <DisableAppDialog organization={organization} subject={subject("disable")} onClose={endAction} />
      <DeleteAppDialog organization={organization} subject={subject("delete")} onClose={endAction} />
      <RevealAppDialog revealed={revealed} onClose={conceal} />
    </>
  );
}

function AccessIsOff({ organization }: { organization: string }) {
  return (
    <p className="mb-4 rounded-md bg-warning/10 px-3 py-2 text-warning">
      API access of this organization is off: tokens for it are answered 403 until an admin turns it on in{" "}
      <Link href={`/${organization}/settings/api-keys`} className="font-medium underline underline-offset-4">
        API keys
      </Link>
      .
    </p>
  );
}
