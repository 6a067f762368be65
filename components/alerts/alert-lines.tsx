import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Alert } from "@/lib/alerts/schema";
import { alertTitle, formatName } from "./labels";

type AlertLinesProps = { organization: string; alerts: readonly Alert[]; withStatus?: boolean };

/** A short list of alerts, each linked to its page. */
export function AlertLines({ organization, alerts, withStatus = false }: AlertLinesProps) {
  return (
    <ul className="divide-y divide-border border-t border-border">
      {alerts.map((alert) => (
        <li key={alert.id} className="relative flex items-center gap-3 px-4 py-2 hover:bg-muted/60">
          <SeverityMark severity={alert.severity} />
          <div className="min-w-0 flex-1">
            <Link
              href={`/${organization}/alerts/${alert.id}`}
              dir="auto"
              title={alertTitle(alert)}
              className="block truncate font-medium after:absolute after:inset-0"
            >
              {alertTitle(alert)}
            </Link>
            <p dir="auto" className="truncate text-xs text-muted-foreground">
              {[alert.title ? formatName(alert.use_case) : null, alert.camera?.name, alert.camera?.site?.name]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </div>
          {alert.occurrence_count > 1 ? (
            <span className="shrink-0 text-xs tabular-nums text-muted-foreground">
              <span aria-hidden>×{alert.occurrence_count}</span>
              <span className="sr-only">occurred {alert.occurrence_count} times</span>
            </span>
          ) : null}
          <div className="flex shrink-0 flex-col items-end gap-x-3 gap-y-0.5 sm:flex-row sm:items-center">
            {withStatus ? <AlertStatusBadge status={alert.status} /> : null}
            <RelativeTime
              value={alert.created_at}
              className="w-20 truncate text-right text-xs tabular-nums text-muted-foreground"
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
