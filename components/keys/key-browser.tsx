"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { SearchBox } from "@/components/list/search-box";
import { useListState } from "@/components/list/use-list-state";
import { organizationOptions } from "@/components/organizations/queries";
import { useCommands } from "@/components/shell/commands";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { useShortcuts } from "@/components/shell/shortcuts";
import { StaleNotice } from "@/components/shell/stale-notice";
import { Button } from "@/components/ui/button";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { MAX_ACTIVE_KEYS } from "@/lib/limits";
import type { Scope } from "@/lib/values";
import { ApiAccessCard } from "./api-access-card";
import { filterKeys, keySearch, keyShowLabels, keyShows } from "./key-filters";
import { countsTowardLimit } from "./key-health";
import { redactKeys } from "./key-labels";
import { NoKeyMatches, NoKeys } from "./key-list-states";
import { KeyTable } from "./key-table";
import { LazyKeyDialogs, preloadKeyDialogs } from "./lazy-key-dialogs";
import { keyListOptions } from "./queries";
import { useKeyActions } from "./use-key-actions";

/** "Last used" is written once a minute, so there is nothing new to see sooner. */
const REFRESH_MS = 60_000;

type KeyBrowserProps = { organization: string; held: readonly Scope[] };

export function KeyBrowser({ organization, held }: KeyBrowserProps) {
  const { search, patch, clearFilters } = useListState(keySearch, `/${organization}/settings/api-keys`);
  const { show = "current", q = "" } = search;
  const [isCreating, setCreating] = useState(false);
  const actions = useKeyActions(organization);
  const searchBox = useRef<HTMLInputElement>(null);
  // The list rests while a key is on the screen: nothing may move below the dialog that shows it once.
  const isQuiet = actions.revealed !== null;
  const list = useQuery({
    ...keyListOptions(organization),
    refetchInterval: isQuiet ? false : REFRESH_MS,
    refetchOnWindowFocus: !isQuiet,
    refetchOnReconnect: !isQuiet,
  });
  const settings = useQuery(organizationOptions(organization));
  const keys = list.data?.data ?? [];
  const standing = keys.filter(countsTowardLimit).length;
  const obstacle = obstacleTo(settings.data?.api_access, standing);
  const canCreate = list.data !== undefined && obstacle === null;
  useShortcuts("API keys", [
    { keys: "/", description: "Search", run: () => searchBox.current?.focus() },
    ...(canCreate ? [{ keys: "c", description: "Create a key", run: () => setCreating(true) }] : []),
  ]);
  useCommands(
    useMemo(
      () =>
        canCreate ? [{ id: "create-key", label: "Create API key", action: { run: () => setCreating(true) } }] : [],
      [canCreate],
    ),
  );

  const apiAccess = settings.data?.api_access ?? true;
  const shown = filterKeys(keys, show, q, apiAccess);
  const counts = { current: 0, attention: 0, ended: 0 };
  for (const option of keyShows) counts[option] = filterKeys(keys, option, q, apiAccess).length;
  const failed = [list, settings].find((query) => query.isLoadingError);
  const createButton = <CreateButton obstacle={obstacle} disabled={!canCreate} onClick={() => setCreating(true)} />;

  return (
    <>
      <PageHeader
        title="API keys"
        description="Keys let systems call the API as this organization. Each is shown once, when it is made."
        actions={keys.length > 0 ? createButton : undefined}
      />
      <StaleNotice query={list} isPolled />
      {failed ? (
        <QueryError
          title="The keys did not load"
          query={failed}
          retry={() => {
            void list.refetch();
            void settings.refetch();
          }}
        />
      ) : (
        <div className="flex flex-col gap-4">
          {settings.data ? (
            <ApiAccessCard organization={settings.data} keys={keys} />
          ) : (
            <Skeleton className="h-18 rounded-lg" />
          )}
          {keys.length > 0 ? (
            <div className="flex flex-wrap items-center gap-2">
              <SearchBox
                ref={searchBox}
                label="Search keys"
                placeholder="Search by name, key or scope"
                value={search.q}
                onChange={(text) => patch({ q: text })}
                transform={redactKeys}
                isLocal
                className="w-full sm:w-72"
              />
              <Segmented
                label="Which keys"
                value={show}
                onValueChange={(next) => patch({ show: next })}
                options={keyShows.map((value) => ({
                  value,
                  label: (
                    <>
                      {keyShowLabels[value]}
                      <span className="text-xs tabular-nums">{counts[value]}</span>
                    </>
                  ),
                  ariaLabel: `${keyShowLabels[value]}: ${counts[value]}`,
                }))}
              />
              <p className="ml-auto text-xs text-muted-foreground">
                {standing} of {MAX_ACTIVE_KEYS} keys
              </p>
            </div>
          ) : null}
          {list.isPending ? <RowsSkeleton label="Loading API keys" rows={4} rowClassName="h-14" /> : null}
          {list.data && keys.length === 0 ? <NoKeys action={createButton} /> : null}
          {keys.length > 0 && shown.length === 0 ? <NoKeyMatches show={show} q={q} onClear={clearFilters} /> : null}
          {shown.length > 0 ? (
            <KeyTable organization={organization} keys={shown} apiAccess={apiAccess} onAction={actions.start} />
          ) : null}
          {list.data?.has_more && show === "ended" ? (
            <p className="text-muted-foreground">
              Older keys that ended are not shown here; the API lists them all, page by page.
            </p>
          ) : null}
        </div>
      )}
      <LazyKeyDialogs
        organization={organization}
        held={held}
        actions={actions}
        creation={{ isOpen: isCreating, onEnd: () => setCreating(false) }}
      />
    </>
  );
}

type CreateButtonProps = { obstacle: string | null; disabled: boolean; onClick: () => void };

function CreateButton({ obstacle, disabled, onClick }: CreateButtonProps) {
  return (
    <>
      {obstacle ? <span className="text-muted-foreground">{obstacle}</span> : null}
      <Button
        variant="primary"
        disabled={disabled}
        onClick={onClick}
        onPointerEnter={preloadKeyDialogs}
        onFocus={preloadKeyDialogs}
      >
        <Plus aria-hidden />
        Create key
      </Button>
    </>
  );
}

/** Why no key can be made at the moment, or null. */
function obstacleTo(apiAccess: boolean | undefined, standing: number): string | null {
  if (apiAccess === false) return "Turn on API access first.";
  return standing >= MAX_ACTIVE_KEYS ? `All ${MAX_ACTIVE_KEYS} keys are taken: revoke one first.` : null;
}
