"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, Check, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { alertTitle } from "@/components/alerts/labels";
import { newestAlertOptions } from "@/components/alerts/overview-queries";
import { alertsKey } from "@/components/alerts/queries";
import { camerasKey } from "@/components/cameras/queries";
import { FirstCall } from "@/components/first-call/first-call";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { CreateKeyDialog } from "@/components/keys/create-key-dialog";
import { maskedKey } from "@/components/keys/key-labels";
import { keyListOptions, keysKey } from "@/components/keys/queries";
import { RevealKeyDialog } from "@/components/keys/reveal-key-dialog";
import { useLiveQueries } from "@/components/live/use-live-queries";
import { organizationOptions } from "@/components/organizations/queries";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { preloadDialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { callApi } from "@/lib/http/call";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";
import type { ApiKey, ApiKeySecret } from "@/lib/keys/schema";
import type { updateOrganization } from "@/lib/organizations/operations";
import type { Scope } from "@/lib/values";
import { rememberFirstStepsDismissed } from "./first-steps-cookie";

/** The states in which requests with a key succeed. */
const working: readonly ApiKey["state"][] = ["active", "expiring", "rotating"];

type FirstAlertStepsProps = {
  organization: string;
  /** The API's base URL, which ends in `/api/v1`. */
  baseUrl: string;
  /** The scopes of the reader's role. */
  held: readonly Scope[];
  /** Whether there is a button that hides the steps. */
  isDismissible?: boolean;
};

/** Guides an admin to the first alert. Each step is checked off when the organization's data shows that it is done. */
export function FirstAlertSteps({ organization, baseUrl, held, isDismissible = false }: FirstAlertStepsProps) {
  const settings = useQuery(organizationOptions(organization));
  const keys = useQuery(keyListOptions(organization));
  const newest = useQuery(newestAlertOptions(organization));
  useLiveQueries(
    organization,
    [
      organizationOptions(organization).queryKey,
      keyListOptions(organization).queryKey,
      newestAlertOptions(organization).queryKey,
    ],
    ({ type, subject }) => type === "alert.created" || subject.kind === "key",
  );
  const [isAway, setAway] = useState(false);
  const [isCreating, setCreating] = useState(false);
  // Keep the secret only while its dialog is open, and never in a cache.
  const [revealed, setRevealed] = useState<ApiKeySecret | null>(null);
  const client = useQueryClient();
  const alert = newest.data?.data[0];
  const alertId = alert?.id;
  useEffect(() => {
    if (alertId === undefined) return;
    void client.invalidateQueries({ queryKey: alertsKey });
    void client.invalidateQueries({ queryKey: camerasKey });
  }, [alertId, client]);
  const switching = useMutation({
    mutationFn: () =>
      callApi<typeof updateOrganization>("PATCH /organization", { organization, body: { api_access: true } }),
    onSuccess: (changed) => client.setQueryData(organizationOptions(organization).queryKey, changed),
  });
  if (isAway) return null;

  const key = keys.data?.data.find(({ state }) => working.includes(state));
  const done = [settings.data?.api_access === true, key !== undefined, alert !== undefined] as const;
  const current = done.indexOf(false);

  function conceal() {
    setRevealed(null);
    void client.invalidateQueries({ queryKey: keysKey });
  }

  function putAway() {
    rememberFirstStepsDismissed(organization);
    setAway(true);
  }

  return (
    <Card className="mb-4" aria-label="First steps">
      <CardHeader
        title={current === -1 ? "Your first alert has arrived" : "Three steps to your first alert"}
        description={
          current === -1
            ? "Everything works. These steps disappear on your next visit."
            : "Each step is checked off automatically."
        }
        actions={
          isDismissible ? (
            <Button variant="ghost" size="icon-sm" onClick={putAway} aria-label="Hide the first steps">
              <X aria-hidden />
            </Button>
          ) : undefined
        }
      />
      <ol className="divide-y divide-border border-t border-border">
        <Step
          number={1}
          title="Turn on API access"
          isDone={done[0]}
          isCurrent={current === 0}
          action={
            // A form, because React replays a submit that was made before hydration.
            <form action={() => switching.mutate()}>
              <Button type="submit" variant="primary" loading={switching.isPending}>
                Turn on API access
              </Button>
            </form>
          }
        >
          {done[0] ? "API access is on." : "Keys don't work while API access is off."}
          <MutationProblem error={switching.error} />
        </Step>
        <Step
          number={2}
          title="Create a key"
          isDone={done[1]}
          isCurrent={current === 1}
          action={
            <form action={() => setCreating(true)}>
              <Button type="submit" variant="primary" onPointerEnter={preloadDialog} onFocus={preloadDialog}>
                Create a key
              </Button>
            </form>
          }
        >
          {key ? (
            <>
              <span dir="auto">{key.name}</span>: <code className="font-mono text-xs">{maskedKey(key)}</code>
            </>
          ) : (
            "The key is shown once. Store it where your system keeps its secrets."
          )}
        </Step>
        <Step number={3} title="Send the first alert" isDone={done[2]} isCurrent={current === 2}>
          {alert ? (
            <Link href={`/${organization}/alerts/${alert.id}`} dir="auto" className="text-link hover:underline">
              {alertTitle(alert)}
            </Link>
          ) : (
            <>
              <p className="mb-2">
                From a terminal where <code className="font-mono text-xs">{KEY_VARIABLE}</code> contains your key, or
                from here.
              </p>
              <FirstCall organization={organization} baseUrl={baseUrl} known={null} scopes={key?.scopes ?? []} />
            </>
          )}
        </Step>
      </ol>
      {current === -1 ? <NextSteps organization={organization} /> : null}
      <p role="status" className="sr-only">
        {done.filter(Boolean).length} of 3 steps are done
      </p>
      <CreateKeyDialog
        organization={organization}
        held={held}
        suggestedName="My first key"
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(created) => {
          setCreating(false);
          setRevealed(created);
        }}
      />
      <RevealKeyDialog organization={organization} revealed={revealed} onClose={conceal} />
    </Card>
  );
}

/** Links to the next tasks after the first alert. */
function NextSteps({ organization }: { organization: string }) {
  const links = [
    { href: "/docs/alerts#deduplication", text: "Deduplicate alerts" },
    { href: "/docs/camera-status#heartbeats", text: "Monitor cameras with heartbeats" },
    { href: `/${organization}/settings/members`, text: "Invite your team" },
  ];
  return (
    <ul aria-label="Next steps" className="flex flex-wrap gap-x-5 gap-y-1 border-t border-border px-4 py-3">
      {links.map(({ href, text }) => (
        <li key={href}>
          <Link href={href} className="inline-flex items-center gap-1 font-medium text-link hover:underline">
            {text}
            <ArrowRight aria-hidden className="size-3.5" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

type StepProps = {
  number: number;
  title: string;
  isDone: boolean;
  isCurrent: boolean;
  action?: ReactNode;
  children: ReactNode;
};

function Step({ number, title, isDone, isCurrent, action, children }: StepProps) {
  return (
    <li className="flex gap-3 px-4 py-3" aria-current={isCurrent ? "step" : undefined}>
      <span
        aria-hidden
        className={cn(
          "mt-0.5 grid size-5 shrink-0 place-items-center rounded-full text-xs font-medium tabular-nums",
          isDone && "bg-success/12 text-success",
          !isDone && isCurrent && "bg-primary text-primary-foreground",
          !isDone && !isCurrent && "bg-muted text-muted-foreground",
        )}
      >
        {isDone ? <Check className="size-3.5" /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className={cn("text-sm font-medium", !isDone && !isCurrent && "text-muted-foreground")}>
            {title}
            {isDone ? <span className="sr-only"> (done)</span> : null}
          </h3>
          {isCurrent || isDone ? <div className="mt-0.5 text-muted-foreground">{children}</div> : null}
        </div>
        {isCurrent ? action : null}
      </div>
    </li>
  );
}
