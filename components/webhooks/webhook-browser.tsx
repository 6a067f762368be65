"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { FilterBar } from "@/components/list/filter-bar";
import { ListBody } from "@/components/list/list-body";
import { SearchBox } from "@/components/list/search-box";
import { useListState } from "@/components/list/use-list-state";
import { useCommands } from "@/components/shell/commands";
import { PageHeader } from "@/components/shell/page-header";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { MAX_WEBHOOKS } from "@/lib/limits";
import { LazyWebhookDialogs, preloadWebhookDialogs } from "./lazy-webhook-dialogs";
import { webhookListOptions } from "./queries";
import { useWebhookActions } from "./use-webhook-actions";
import { webhooksHref } from "./webhook-labels";
import { NoWebhooks } from "./webhook-list-states";
import { filterWebhooks, webhookSearch } from "./webhook-search";
import { WebhookTable } from "./webhook-table";

const REFRESH_MS = 15_000;

/** The page that lists an organization's webhooks. */
export function WebhookBrowser({ organization }: { organization: string }) {
  const list = useListState(webhookSearch, webhooksHref(organization));
  const [isCreating, setCreating] = useState(false);
  const actions = useWebhookActions(organization);
  const searchBox = useRef<HTMLInputElement>(null);
  // Don't refetch while a secret is shown, because nothing should move behind the dialog.
  const isQuiet = actions.revealed !== null;
  const query = useQuery({
    ...webhookListOptions(organization),
    refetchInterval: isQuiet ? false : REFRESH_MS,
    refetchOnWindowFocus: !isQuiet,
    refetchOnReconnect: !isQuiet,
  });
  const webhooks = query.data?.data ?? [];
  const isFull = webhooks.length >= MAX_WEBHOOKS;
  const canCreate = query.data !== undefined && !isFull;
  useShortcuts("Webhooks", [
    { keys: "/", description: "Search", run: () => searchBox.current?.focus() },
    ...(canCreate ? [{ keys: "c", description: "Create a webhook", run: () => setCreating(true) }] : []),
  ]);
  useCommands(
    useMemo(
      () =>
        canCreate ? [{ id: "create-webhook", label: "Create webhook", action: { run: () => setCreating(true) } }] : [],
      [canCreate],
    ),
  );

  const shown = filterWebhooks(webhooks, list.search.q ?? "");
  const createButton = (
    <>
      {isFull ? (
        <span className="text-muted-foreground">All {MAX_WEBHOOKS} webhooks are in use. Delete one first.</span>
      ) : null}
      <Button
        variant="primary"
        disabled={!canCreate}
        onClick={() => setCreating(true)}
        onPointerEnter={preloadWebhookDialogs}
        onFocus={preloadWebhookDialogs}
      >
        <Plus aria-hidden />
        Create webhook
      </Button>
    </>
  );

  return (
    <>
      <PageHeader
        title="Webhooks"
        description={
          <>
            Send events to your own server, Slack, Teams, PagerDuty or Discord as they happen.{" "}
            <Link href="/docs/webhooks" className="whitespace-nowrap text-link underline underline-offset-4">
              How it works
            </Link>
          </>
        }
        actions={webhooks.length > 0 ? createButton : undefined}
      />
      {webhooks.length === 0 ? null : (
        <FilterBar
          list={list}
          noun="webhooks"
          search={
            <SearchBox
              ref={searchBox}
              label="Search webhooks"
              placeholder="Search by URL, description or event"
              value={list.search.q}
              onChange={(q) => list.patch({ q })}
              isLocal
            />
          }
          end={
            <p className="flex h-8 items-center text-xs text-muted-foreground max-sm:hidden">
              {webhooks.length} of {MAX_WEBHOOKS} webhooks
            </p>
          }
          className="mb-4"
        />
      )}
      <ListBody
        query={query}
        noun={["webhook", "webhooks"]}
        count={shown.length}
        total={webhooks.length}
        onClear={list.isFiltered ? list.clearFilters : undefined}
        empty={<NoWebhooks action={createButton} />}
        noMatch={{ description: "The search covers URLs, descriptions, formats and event types." }}
        skeleton={<RowsSkeleton label="Loading webhooks" rows={3} rowClassName="h-13" />}
        isPolled
      >
        <WebhookTable organization={organization} webhooks={shown} onAction={actions.start} />
      </ListBody>
      <LazyWebhookDialogs
        organization={organization}
        actions={actions}
        creation={{ isOpen: isCreating, onEnd: () => setCreating(false) }}
      />
    </>
  );
}
