import { ScrollText } from "lucide-react";
import { buttonVariants } from "@/components/ui/button-variants";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { type ChartSeries, ChartStackedBars } from "@/components/ui/chart-stacked-bars";
import { Link } from "@/components/ui/link";
import type { ApiKey } from "@/lib/keys/schema";
import type { RequestOutcome } from "@/lib/values";
import { totalRequests } from "./key-health";

const outcomes: readonly (ChartSeries & { id: RequestOutcome })[] = [
  { id: "ok", label: "OK", color: "text-chart-1" },
  { id: "rate_limited", label: "Rate limited", color: "text-chart-2" },
  { id: "denied", label: "Missing scope", color: "text-chart-3" },
  { id: "invalid", label: "Invalid input", color: "text-chart-4" },
  { id: "failed", label: "Errors", color: "text-danger" },
];

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Shows the outcomes of a key's requests in the last 30 days. */
export function KeyOutcomes({ organization, subject }: { organization: string; subject: ApiKey }) {
  const isQuiet = totalRequests(subject) === 0;
  return (
    <Card>
      <CardHeader
        title="Requests in the last 30 days"
        description="By outcome, per UTC day."
        actions={
          <Link
            href={`/${organization}/settings/requests?credential=${subject.id}&range=30d`}
            className={buttonVariants({ size: "sm" })}
          >
            <ScrollText aria-hidden />
            Requests
          </Link>
        }
      />
      <CardBody>
        {isQuiet ? (
          <p className="rounded-md bg-muted/60 px-3 py-8 text-center text-muted-foreground">
            No request in the last 30 days.
          </p>
        ) : (
          <ChartStackedBars
            label="Requests per day"
            unit="Day"
            series={outcomes}
            bars={subject.usage.map((day) => ({
              label: dayFormat.format(new Date(day.day)),
              values: outcomes.map(({ id }) => day[id]),
            }))}
          />
        )}
      </CardBody>
    </Card>
  );
}
