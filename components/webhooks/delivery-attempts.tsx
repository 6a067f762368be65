import { RequestTime } from "@/components/requests/request-time";
import { Badge } from "@/components/ui/badge";
import { formatCount } from "@/components/ui/format-number";
import { RelativeTime } from "@/components/ui/relative-time";
import { describeAttempt } from "@/lib/webhooks/describe-attempt";
import type { DeliveryDetail } from "@/lib/webhooks/schema";

type Attempt = DeliveryDetail["log"][number];

/** Shows the status of the reply, or "No reply". */
function AttemptBadge({ attempt }: { attempt: Attempt }) {
  const tone = attempt.delivered ? "success" : "danger";
  return (
    <Badge tone={tone} className="font-mono tabular-nums">
      {attempt.status ?? "No reply"}
    </Badge>
  );
}

/** All attempts of a delivery, newest first, after the time of the next one. */
export function DeliveryAttempts({ delivery, isPaused }: { delivery: DeliveryDetail; isPaused: boolean }) {
  const { log, state } = delivery;
  return (
    <section aria-labelledby="attempts">
      <h3 id="attempts" className="mb-2 font-semibold">
        Attempts
      </h3>
      {state === "pending" ? (
        <p role="status" className="mb-3 text-muted-foreground">
          <NextAttempt delivery={delivery} isPaused={isPaused} />
        </p>
      ) : null}
      {log.length === 0 && state !== "pending" ? <p className="text-muted-foreground">No attempt was made.</p> : null}
      <ol aria-label="Attempts, newest first" className="flex flex-col gap-2">
        {log.toReversed().map((attempt) => (
          <li key={attempt.number} className="rounded-lg border border-border bg-surface px-3.5 py-2.5">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <AttemptBadge attempt={attempt} />
              <span className="text-muted-foreground">Attempt {attempt.number}</span>
              <span className="text-muted-foreground tabular-nums">{formatCount(attempt.duration_ms)} ms</span>
              <span className="ml-auto text-xs text-muted-foreground tabular-nums">
                <RequestTime value={attempt.started_at} />
              </span>
            </p>
            <p className="mt-1">{describeAttempt(attempt)}</p>
            {attempt.reply ? <Reply text={attempt.reply} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function NextAttempt({ delivery, isPaused }: { delivery: DeliveryDetail; isPaused: boolean }) {
  const { attempts, next_attempt_at: at } = delivery;
  if (at === null) return <>Attempt {attempts} is running.</>;
  if (isPaused) return <>The webhook is disabled. The next attempt follows when you enable it.</>;
  if (Date.parse(at) <= Date.now()) {
    return <>{attempts === 0 ? "The first attempt is due now." : `Attempt ${attempts + 1} is due now.`}</>;
  }
  if (attempts === 0) {
    return (
      <>
        Waits for an earlier event of the same alert or camera. Next attempt <RelativeTime value={at} />.
      </>
    );
  }
  return (
    <>
      Attempt {attempts + 1} is due <RelativeTime value={at} />.
    </>
  );
}

// Scrollable areas must be focusable, so that keyboard users can scroll them.
const focusable = { tabIndex: 0 };

function Reply({ text }: { text: string }) {
  return (
    <figure {...focusable} aria-label="Reply" className="mt-2 max-h-48 overflow-auto rounded-md bg-code-bg">
      <pre dir="auto" className="px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </pre>
    </figure>
  );
}
