"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { FilterBar } from "@/components/list/filter-bar";
import { ListBody } from "@/components/list/list-body";
import { SearchBox } from "@/components/list/search-box";
import { useListState } from "@/components/list/use-list-state";
import { organizationOptions } from "@/components/organizations/queries";
import { useCommands } from "@/components/shell/commands";
import { PageHeader } from "@/components/shell/page-header";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { MAX_ACTIVE_KEYS } from "@/lib/limits";
import type { Scope } from "@/lib/values";
import { ApiAccessCard } from "./api-access-card";
import { filterKeys, type KeyShow, keySearch, keyShowLabels, keyShows } from "./key-filters";
import { countsTowardLimit } from "./key-health";
import { redactKeys } from "./key-labels";
import { NoKeys, noKeyWords } from "./key-list-states";
import { KeyTable } from "./key-table";
import { LazyKeyDialogs, preloadKeyDialogs } from "./lazy-key-dialogs";
import { keyListOptions } from "./queries";
import { useKeyActions } from "./use-key-actions";

/** "Last used" is updated once a minute, so shorter polling is useless. */
const REFRESH_MS = 60_000;

type KeyBrowserProps = { organization: string; held: readonly Scope[] };

export function KeyBrowser({ organization, held }: KeyBrowserProps) {
  const list = useListState(keySearch, `/${organization}/settings/api-keys`);
  const { show = "current", q = "" } = list.search;
  const [isCreating, setCreating] = useState(false);
  const actions = useKeyActions(organization);
  const searchBox = useRef<HTMLInputElement>(null);
  // Don't refetch while a key is shown, because nothing should move behind the dialog.
  const isQuiet = actions.revealed !== null;
  const query = useQuery({
    ...keyListOptions(organization),
    refetchInterval: isQuiet ? false : REFRESH_MS,
    refetchOnWindowFocus: !isQuiet,
    refetchOnReconnect: !isQuiet,
  });
  const settings = useQuery(organizationOptions(organization));
  const keys = query.data?.data ?? [];
  const standing = keys.filter(countsTowardLimit).length;
  const obstacle = obstacleTo(settings.data?.api_access, standing);
  const canCreate = query.data !== undefined && obstacle === null;
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
  const failed = [query, settings].find(({ isLoadingError }) => isLoadingError);
  const createButton = <CreateButton obstacle={obstacle} disabled={!canCreate} onClick={() => setCreating(true)} />;

  return (
    <>
      <PageHeader
        title="API keys"
        description="Keys let systems call the API as this organization. A key is shown once, when you create it."
        actions={keys.length > 0 ? createButton : undefined}
      />
      {failed ? null : (
        <div className="mb-4">
          {settings.data ? (
            <ApiAccessCard organization={settings.data} keys={keys} />
          ) : (
            <Skeleton className="h-18 rounded-lg" />
          )}
        </div>
      )}
      {failed || keys.length === 0 ? null : (
        <FilterBar
          list={list}
          noun="keys"
          search={
            <SearchBox
              ref={searchBox}
              label="Search keys"
              placeholder="Search by name, key or scope"
              value={list.search.q}
              onChange={(text) => list.patch({ q: text })}
              transform={redactKeys}
              isLocal
            />
          }
          end={
            <p className="flex h-8 items-center text-xs text-muted-foreground max-sm:hidden">
              {standing} of {MAX_ACTIVE_KEYS} keys
            </p>
          }
          className="mb-4"
        >
          <Segmented
            label="Which keys"
            value={show}
            onValueChange={(next) => list.patch({ show: next })}
            options={keyShows.map((option) => showOption(option, filterKeys(keys, option, q, apiAccess).length))}
          />
        </FilterBar>
      )}
      <ListBody
        query={failed ?? query}
        noun={["key", "keys"]}
        count={failed ? 0 : shown.length}
        total={keys.length}
        onClear={list.isFiltered ? list.clearFilters : undefined}
        empty={<NoKeys action={createButton} />}
        noMatch={noKeyWords(show, q)}
        skeleton={<RowsSkeleton label="Loading keys" rows={4} rowClassName="h-13" />}
        isPolled
        retry={() => {
          void query.refetch();
          void settings.refetch();
        }}
      >
        <KeyTable organization={organization} keys={shown} apiAccess={apiAccess} onAction={actions.start} />
      </ListBody>
      {query.data?.has_more && show === "ended" ? (
        <p className="mt-3 text-xs text-muted-foreground">
          Older inactive keys aren't shown here. Use the API to list them all.
        </p>
      ) : null}
      <LazyKeyDialogs
        organization={organization}
        held={held}
        actions={actions}
        creation={{ isOpen: isCreating, onEnd: () => setCreating(false) }}
      />
    </>
  );
}

function showOption(value: KeyShow, count: number) {
  const label = keyShowLabels[value];
  return {
    value,
    label: (
      <>
        {label}
        <span className="text-xs tabular-nums">{count}</span>
      </>
    ),
    ariaLabel: `${label}: ${count}`,
  };
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

/** Returns why no key can be created, or null if one can be created. */
function obstacleTo(apiAccess: boolean | undefined, standing: number): string | null {
  if (apiAccess === false) return "Turn on API access first.";
  return standing >= MAX_ACTIVE_KEYS ? `All ${MAX_ACTIVE_KEYS} keys are in use. Revoke one first.` : null;
}
