"use client";
import { useQuery } from "@tanstack/react-query";
import { AlertLines } from "@/components/alerts/alert-lines";
import { attentionOptions, newestAlertOptions } from "@/components/alerts/overview-queries";
import { QueryError } from "@/components/shell/query-error";
import { ButtonLink } from "@/components/ui/button";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format-number";
import { Skeleton } from "@/components/ui/skeleton";

type AttentionAlertsProps = { organization: string; href: string };

export function AttentionAlerts({ organization, href }: AttentionAlertsProps) {
  const alerts = useQuery(attentionOptions(organization));
  const newest = useQuery(newestAlertOptions(organization));
  const list = alerts.data?.data ?? [];
  const total = alerts.data?.total ?? list.length;
  const isNew = newest.data?.data.length === 0;
  return (
    <Card aria-label="Open critical and high alerts">
      <CardHeader title="Open critical and high alerts" description="Newest first" />
      {alerts.isPending ? <Skeleton className="mx-4 mb-4 h-64" /> : null}
      <QueryError title="The alerts didn't load" query={alerts} className="py-10" />
      {alerts.data && list.length === 0 ? (
        <EmptyState
          level={3}
          scene="quiet"
          title={isNew ? "No alerts yet" : "No open critical or high alerts"}
          description={
            isNew
              ? "Alerts that your systems send through the API appear here automatically."
              : "New alerts appear here automatically."
          }
          className="border-t border-border py-10"
        />
      ) : null}
      {list.length > 0 ? <AlertLines organization={organization} alerts={list} /> : null}
      {total > list.length ? (
        <CardFooter>
          <span className="text-muted-foreground">
            {list.length} of {formatCount(total)}
          </span>
          <ButtonLink href={href} variant="link" size="sm">
            View all
          </ButtonLink>
        </CardFooter>
      ) : null}
    </Card>
  );
}
