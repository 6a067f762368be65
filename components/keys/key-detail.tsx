"use client";
import { useQuery } from "@tanstack/react-query";
import { Ban, CircleSlash, Pencil, Power, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { organizationOptions } from "@/components/organizations/queries";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { ApiKey } from "@/lib/keys/schema";
import type { Scope } from "@/lib/values";
import { KeyFacts } from "./key-facts";
import { canBeUsed, isRotatable, keyHealth, totalRequests } from "./key-health";
import { maskedKey } from "./key-labels";
import type { KeyAction } from "./key-menu";
import { KeyOutcomes } from "./key-outcomes";
import { LazyKeyDialogs } from "./lazy-key-dialogs";
import { keyOptions } from "./queries";
import { useKeyActions } from "./use-key-actions";

const REFRESH_MS = 15_000;

type KeyDetailProps = {
  organization: string;
  id: string;
  /** The scopes of the reader's role. */
  held: readonly Scope[];
  /** The list of the latest requests made with the key. */
  requests: ReactNode;
};

export function KeyDetail({ organization, id, held, requests }: KeyDetailProps) {
  const actions = useKeyActions(organization);
  const isQuiet = actions.revealed !== null;
  const reading = useQuery({
    ...keyOptions(organization, id),
    refetchInterval: isQuiet ? false : REFRESH_MS,
    refetchOnWindowFocus: !isQuiet,
    refetchOnReconnect: !isQuiet,
  });
  const settings = useQuery(organizationOptions(organization));
  const key = reading.data;
  const breadcrumbs = [{ label: "API keys", href: `/${organization}/settings/api-keys` }];

  if (!key) {
    return (
      <>
        <PageHeader title="API key" breadcrumbs={breadcrumbs} />
        {reading.isLoadingError ? (
          <QueryError title="The key didn't load" query={reading} />
        ) : (
          <div aria-busy="true" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <Skeleton className="h-80 rounded-lg" />
            <Skeleton className="h-96 rounded-lg" />
          </div>
        )}
      </>
    );
  }

  const health = keyHealth(key, settings.data?.api_access ?? true);
  return (
    <>
      <PageHeader
        title={
          <span dir="auto" className="break-words">
            {key.name}
          </span>
        }
        description={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Badge tone={health.tone} dot>
              {health.label}
            </Badge>
            {health.detail ? <span>{health.detail}</span> : null}
            <code className="font-mono text-xs">{maskedKey(key)}</code>
          </span>
        }
        breadcrumbs={breadcrumbs}
        actions={<KeyButtons subject={key} onAction={(action) => actions.start(action, key)} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <KeyOutcomes organization={organization} subject={key} />
        <KeyFacts organization={organization} subject={key} className="lg:row-span-2" />
        {totalRequests(key) > 0 ? (
          <section aria-labelledby="requests" className="min-w-0">
            <h2 id="requests" className="mb-2 text-sm font-semibold">
              Latest requests
            </h2>
            {requests}
          </section>
        ) : null}
      </div>
      <LazyKeyDialogs organization={organization} held={held} actions={actions} />
    </>
  );
}

type KeyButtonsProps = { subject: ApiKey; onAction: (action: KeyAction) => void };

function KeyButtons({ subject, onAction }: KeyButtonsProps) {
  const near = { onPointerEnter: preloadDialog, onFocus: preloadDialog };
  return (
    <>
      {canBeUsed(subject) ? (
        <Button {...near} onClick={() => onAction("edit")}>
          <Pencil aria-hidden />
          Edit
        </Button>
      ) : null}
      {isRotatable(subject) ? (
        <Button {...near} onClick={() => onAction("rotate")}>
          <RefreshCw aria-hidden />
          Rotate
        </Button>
      ) : null}
      {canBeUsed(subject) && subject.state !== "disabled" ? (
        <Button {...near} onClick={() => onAction("disable")}>
          <CircleSlash aria-hidden />
          Disable
        </Button>
      ) : null}
      {subject.state === "disabled" ? (
        <Button onClick={() => onAction("enable")}>
          <Power aria-hidden />
          Enable
        </Button>
      ) : null}
      {subject.state === "revoked" ? null : (
        <Button {...near} className="text-danger" onClick={() => onAction("revoke")}>
          <Ban aria-hidden />
          Revoke
        </Button>
      )}
    </>
  );
}
