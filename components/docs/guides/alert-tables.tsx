import { AlertStatusBadge } from "@/components/shell/status-badge";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { type AlertStatus, alertStatuses, alertTransitions, type Disposition, dispositions } from "@/lib/values";

const statusMeanings: Record<AlertStatus, string> = {
  open: "New, and not yet reviewed. The default for new alerts.",
  acknowledged: "Someone is working on it.",
  resolved: "It happened, and the work is done.",
  dismissed: "It needs no work.",
};

const dispositionMeanings: Record<Disposition, string> = {
  true_positive: "The detection was correct",
  false_positive: "The detection was wrong",
  test: "The alert was sent as a test",
  duplicate: "Another alert covers the same incident",
  other: "Another reason; describe it in `disposition_reason`",
};

/** Returns table rows with each disposition and its meaning. */
export function dispositionRows(): string[][] {
  return dispositions.map((disposition) => [`\`${disposition}\``, dispositionMeanings[disposition]]);
}

/** A table with the statuses of alerts, and the statuses that each can change to. */
export function AlertStatusTable() {
  return (
    <div className="rounded-lg border border-border bg-surface">
      <Table label="Alert statuses and their changes" className="min-w-lg leading-6">
        <TableHeader>
          <TableRow>
            <TableHead>Status</TableHead>
            <TableHead>Meaning</TableHead>
            <TableHead>Can change to</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {alertStatuses.map((status) => (
            <TableRow key={status}>
              <th scope="row" className="px-4 py-2 text-left align-top font-normal">
                <AlertStatusBadge status={status} />
              </th>
              <TableCell className="align-top">{statusMeanings[status]}</TableCell>
              <TableCell className="align-top">
                <span className="flex flex-wrap gap-1.5">
                  {alertTransitions[status].map((next) => (
                    <AlertStatusBadge key={next} status={next} />
                  ))}
                </span>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
