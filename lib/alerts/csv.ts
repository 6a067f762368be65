import { type CsvCell, csvLine } from "@/lib/http/reply/csv";
import { type AlertFieldName, alertField, alertFieldNames } from "./fields";
import type { Alert } from "./schema";

type Cell = (alert: Alert) => CsvCell;

const PARTS_OF_ACTOR = ["kind", "id", "name"] as const;

/** Returns the CSV columns of a field, each with a function that reads its value. */
function cellsOf(name: AlertFieldName): [column: string, cell: Cell][] {
  const value = (alert: Alert): unknown => alert[name];
  switch (alertField(name).form) {
    case "actor":
      return PARTS_OF_ACTOR.map((part) => [
        `${name}_${part}`,
        (alert) => (value(alert) as Record<typeof part, string> | null)?.[part],
      ]);
    case "list":
      return [[name, (alert) => (value(alert) as string[]).join("; ")]];
    case "json":
      return [[name, (alert) => JSON.stringify(value(alert))]];
    default:
      return [[name, (alert) => value(alert) as CsvCell]];
  }
}

/** All columns. Those that aren't fields of the alert are defined here. */
const cells: Record<string, Cell> = {
  ...Object.fromEntries(alertFieldNames.flatMap(cellsOf)),
  camera_name: ({ camera }) => camera?.name,
  camera_external_id: ({ camera }) => camera?.external_id,
  site_id: ({ camera }) => camera?.site?.id,
  site_name: ({ camera }) => camera?.site?.name,
};

/** The published column order. Columns missing from this list follow in the order of the alert's fields. */
const published = [
  ...["id", "use_case", "status", "severity", "title", "description", "camera_id", "camera_name"],
  ...["camera_external_id", "site_id", "site_name", "occurred_at", "last_occurred_at", "occurrence_count"],
  ...["dedup_key", "confidence", "tags", "media", "metadata", "assignee_id", "disposition", "disposition_reason"],
  ...["source_kind", "source_id", "source_name", "created_at", "updated_at", "acknowledged_at"],
  ...["acknowledged_by_kind", "acknowledged_by_id", "acknowledged_by_name", "resolved_at", "resolved_by_kind"],
  ...["resolved_by_id", "resolved_by_name", "version"],
];

/** The columns of an export, in order. */
export const alertCsvColumns = [...new Set([...published, ...Object.keys(cells)])];

const orderedCells = alertCsvColumns.map((column): Cell => {
  const cell = cells[column];
  if (!cell) throw new Error(`No value is defined for the column ${column}`);
  return cell;
});

/** Formats an alert with its camera as a CSV line. */
export const alertCsvLine = (alert: Alert): string => csvLine(orderedCells.map((cell) => cell(alert)));
