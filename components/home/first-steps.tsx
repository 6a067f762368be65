"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { alertTitle } from "@/components/alerts/labels";
import { newestAlertOptions, WAITING_REFRESH_MS } from "@/components/alerts/overview-queries";
import { alertsKey } from "@/components/alerts/queries";
import { camerasKey, newestCameraOptions } from "@/components/cameras/queries";
import { curlPost } from "@/components/cameras/snippets";
import { rememberFirstStepsDismissed } from "@/components/home/first-steps-cookie";
import { keyListOptions } from "@/components/keys/queries";
import { organizationOptions } from "@/components/organizations/queries";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import { Link } from "@/components/ui/link";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";
import type { ApiKey } from "@/lib/keys/schema";

/** A key in one of these states can call. */
const working: readonly ApiKey["state"][] = ["active", "expiring", "rotating"];
const live = { refetchInterval: WAITING_REFRESH_MS };

type FirstStepsProps = { organization: string; baseUrl: string };

/** From a new organization to its first alert. Each step ticks itself: what is asked is the state, not a click. */
export function FirstSteps({ organization, baseUrl }: FirstStepsProps) {
  const settings = useQuery({ ...organizationOptions(organization), ...live });
  const keys = useQuery({ ...keyListOptions(organization), ...live });
  const newest = useQuery({ ...newestAlertOptions(organization), ...live });
  const camera = useQuery(newestCameraOptions(organization));
  const [isAway, setAway] = useState(false);
  const client = useQueryClient();
  const alert = newest.data?.data[0];
  const alertId = alert?.id;
  useEffect(() => {
    if (alertId === undefined) return;
    void client.invalidateQueries({ queryKey: alertsKey });
    void client.invalidateQueries({ queryKey: camerasKey });
  }, [alertId, client]);
  if (isAway) return null;

  const key = keys.data?.data.find(({ state }) => working.includes(state));
  const done = [settings.data?.api_access === true, key !== undefined, alert !== undefined] as const;
  const current = done.indexOf(false);
  const keysPage = `/${organization}/settings/api-keys`;

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
            ? "Everything works. This list will be gone on your next visit."
            : "Each one ticks itself as soon as it is done."
        }
        actions={
          <Button variant="ghost" size="icon-sm" onClick={putAway} aria-label="Hide the first steps">
            <X aria-hidden />
          </Button>
        }
      />
      <ol className="divide-y divide-border border-t border-border">
        <Step
          number={1}
          title="Turn on API access"
          isDone={done[0]}
          isCurrent={current === 0}
          action={<ButtonLink href={keysPage}>Open API keys</ButtonLink>}
        >
          {done[0] ? "It is on." : "It is off until an admin decides otherwise. No key works before."}
        </Step>
        <Step
          number={2}
          title="Create a key"
          isDone={done[1]}
          isCurrent={current === 1}
          action={<ButtonLink href={keysPage}>Create a key</ButtonLink>}
        >
          {key ? (
            <>
              <span dir="auto">{key.name}</span>: <code className="font-mono text-xs">{maskedKey(key)}</code>
            </>
          ) : (
            "You see it once. Keep it where your system finds its secrets."
          )}
        </Step>
        <Step number={3} title="Send the first alert" isDone={done[2]} isCurrent={current === 2}>
          {alert ? (
            <Link href={`/${organization}/alerts/${alert.id}`} dir="auto" className="text-link hover:underline">
              {alertTitle(alert)}
            </Link>
          ) : (
            <>
              Paste this into a terminal, with your whole key in the first line. The alert appears below.
              <CodeBlock
                label="Send an alert"
                code={firstAlertSnippet(baseUrl, key, camera.data?.data[0]?.id)}
                className="mt-2 text-foreground"
              />
            </>
          )}
        </Step>
      </ol>
      <p role="status" className="sr-only">
        {done.filter(Boolean).length} of 3 steps are done
      </p>
    </Card>
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

function maskedKey(key: ApiKey): string {
  return `${key.start}…${key.last_four}`;
}

/** Onboards a camera first where there is none, since an alert must name one. */
function firstAlertSnippet(baseUrl: string, key: ApiKey | undefined, cameraId: string | undefined): string {
  const variable = `${KEY_VARIABLE}="${key ? maskedKey(key) : "sl_key_…"}"`;
  const onboard = curlPost(baseUrl, "/cameras", '{"name": "Front door", "external_id": "front-door"}');
  const send = curlPost(
    baseUrl,
    "/alerts",
    `{"camera_id": "${cameraId ?? "front-door"}", "use_case": "intrusion", "status": "open", "severity": "high"}`,
  );
  return [variable, ...(cameraId ? [] : [onboard]), send].join("\n\n");
}
