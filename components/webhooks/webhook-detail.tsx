"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Forward, RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { lazy, useMemo, useState } from "react";
import { FilterBar } from "@/components/list/filter-bar";
import { isListEmpty, ListBody, ListEmpty } from "@/components/list/list-body";
import { ListFrame } from "@/components/list/list-frame";
import { rowsOf } from "@/components/list/paged-query";
import { useListState } from "@/components/list/use-list-state";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { Skeleton } from "@/components/ui/skeleton";
import { DELIVERY_RETENTION_D } from "@/lib/limits";
import type { Webhook } from "@/lib/webhooks/schema";
import { useDeliveryFacets } from "./delivery-facets";
import { DeliveryListContext, useDeliveryList } from "./delivery-list-context";
import { deliveryListOptions, webhookPageOptions, webhookStatisticsOptions } from "./delivery-queries";
import { DEFAULT_WEBHOOK_PERIOD, DELIVERIES_PATH, deliverySearch } from "./delivery-search";
import { DeliveryTable, deliveryRowId } from "./delivery-table";
import { WebhookActions } from "./webhook-actions";
import { WebhookCharts } from "./webhook-charts";
import { WebhookBacklog, WebhookFacts } from "./webhook-facts";
import { webhookHref, webhookName, webhooksHref } from "./webhook-labels";
import { WebhookState } from "./webhook-state";

const DeliveryPanel = lazy(() => import("./delivery-panel").then((module) => ({ default: module.DeliveryPanel })));
const RecoverDialog = dynamic(() => import("./recover-dialog").then((module) => module.RecoverDialog), { ssr: false });
const ReplayDialog = dynamic(() => import("./replay-dialog").then((module) => module.ReplayDialog), { ssr: false });

/** The polling intervals while a delivery waits, and otherwise. */
const FOLLOW_MS = 3_000;
const REFRESH_MS = 15_000;

type WebhookDetailProps = { organization: string; id: string };

/** A webhook's page: its state, charts and deliveries, and one delivery beside them. Its state is in the URL. */
export function WebhookDetail({ organization, id }: WebhookDetailProps) {
  const list = useListState(deliverySearch, webhookHref(organization, id));
  const deliveryId = list.openId?.startsWith(DELIVERIES_PATH) ? list.openId.slice(DELIVERIES_PATH.length) : null;
  return (
    <DeliveryListContext value={list}>
      <ListFrame
        openId={deliveryId}
        rowId={deliveryRowId}
        panel={<DeliveryPanel organization={organization} webhookId={id} id={deliveryId ?? ""} onClose={list.close} />}
      >
        <WebhookContent organization={organization} id={id} deliveryId={deliveryId} />
      </ListFrame>
    </DeliveryListContext>
  );
}

function WebhookContent({ organization, id, deliveryId }: WebhookDetailProps & { deliveryId: string | null }) {
  const { search, patch } = useDeliveryList();
  const period = search.period ?? DEFAULT_WEBHOOK_PERIOD;
  const query = useQuery({
    ...webhookPageOptions(organization, id),
    refetchInterval: ({ state: { data } }) => (data && data.pending > 0 ? FOLLOW_MS : REFRESH_MS),
  });
  const statistics = useQuery({
    ...webhookStatisticsOptions(organization, id, period),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.pending > 0 ? FOLLOW_MS : REFRESH_MS),
  });
  const breadcrumbs = [{ label: "Webhooks", href: webhooksHref(organization) }];
  const webhook = query.data;
  if (!webhook) {
    return (
      <>
        <PageHeader title="Webhook" breadcrumbs={breadcrumbs} />
        {query.isLoadingError ? (
          <QueryError title="The webhook didn't load" query={query} />
        ) : (
          <Skeleton className="h-96 rounded-lg" />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={
          <span dir="auto" className="[overflow-wrap:anywhere]">
            {webhookName(webhook)}
          </span>
        }
        breadcrumbs={breadcrumbs}
        actions={<WebhookActions organization={organization} webhook={webhook} />}
        description={<WebhookState webhook={webhook} lastAttempt={statistics.data?.last_attempt ?? null} />}
      />
      <div className="@container flex flex-col gap-6">
        <div className="grid gap-4 @4xl:grid-cols-[minmax(0,1fr)_18rem]">
          <WebhookFacts organization={organization} webhook={webhook} />
          <WebhookBacklog webhook={webhook} statistics={statistics.data} />
        </div>
        <WebhookCharts
          organization={organization}
          id={id}
          period={period}
          onPeriod={(next) => patch({ period: next })}
        />
        <Deliveries organization={organization} webhook={webhook} deliveryId={deliveryId} />
      </div>
    </>
  );
}

type DeliveriesProps = { organization: string; webhook: Webhook; deliveryId: string | null };

function Deliveries({ organization, webhook, deliveryId }: DeliveriesProps) {
  const list = useDeliveryList();
  const facets = useDeliveryFacets();
  const [asked, setAsked] = useState<"recover" | "replay" | null>(null);
  const query = useInfiniteQuery({
    ...deliveryListOptions(organization, webhook.id, list.search),
    placeholderData: keepPreviousData,
    // Refetching many pages would cost much and move the rows being read.
    refetchInterval: ({ state: { data } }) => {
      if ((data?.pages.length ?? 0) > 1) return false;
      return rowsOf(data).some(({ state }) => state === "pending") ? FOLLOW_MS : REFRESH_MS;
    },
  });
  const deliveries = useMemo(() => rowsOf(query.data), [query.data]);
  const hasNone = isListEmpty(query, deliveries.length) && !list.isFiltered;
  const near = { onPointerEnter: preloadDialog, onFocus: preloadDialog };
  return (
    <section aria-labelledby="deliveries">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="deliveries" className="font-semibold">
          Deliveries
        </h2>
        {hasNone ? null : (
          <div className="flex flex-wrap gap-2">
            <Button {...near} onClick={() => setAsked("recover")}>
              <RotateCw aria-hidden />
              Resend failed deliveries
            </Button>
            <Button {...near} onClick={() => setAsked("replay")}>
              <Forward aria-hidden />
              Send events to another webhook
            </Button>
          </div>
        )}
      </div>
      {hasNone ? null : <FilterBar list={list} noun="deliveries" facets={facets} className="mb-3" />}
      <ListBody
        query={query}
        noun={["delivery", "deliveries"]}
        count={deliveries.length}
        isFiltered={list.isFiltered}
        onClear={list.clearFilters}
        isPolled
        empty={
          <ListEmpty
            scene="log"
            title="No deliveries yet"
            description={
              webhook.enabled
                ? "The next event appears here within seconds. Until then, send a test to check the server."
                : "No events are sent while the webhook is disabled."
            }
          />
        }
        noMatch={{
          title: "No deliveries match",
          description: `No deliveries of the last ${DELIVERY_RETENTION_D} days match these filters.`,
        }}
        skeleton={<RowsSkeleton label="Loading deliveries" rows={8} rowClassName="h-9" />}
        more={{ query, label: "Load older deliveries" }}
      >
        <DeliveryTable
          deliveries={deliveries}
          hrefOf={(id) => list.hrefOf(DELIVERIES_PATH + id)}
          onOpen={(id) => list.open(DELIVERIES_PATH + id)}
          openId={deliveryId}
          isPaused={!webhook.enabled}
        />
      </ListBody>
      {asked === null ? null : (
        <>
          <RecoverDialog
            organization={organization}
            webhook={webhook}
            open={asked === "recover"}
            onClose={() => setAsked(null)}
          />
          <ReplayDialog
            organization={organization}
            webhook={webhook}
            open={asked === "replay"}
            onClose={() => setAsked(null)}
          />
        </>
      )}
    </section>
  );
}
