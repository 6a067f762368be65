import type { Context } from "@/lib/auth/context";
import { CSV_TYPE, fileHeaders } from "@/lib/http/reply/csv";
import { inExportSlot } from "@/lib/http/reply/export-slots";
import { StreamedBody } from "@/lib/http/reply/reply";
import { mediaWeight, parseRanges } from "@/lib/http/request/accept";
import type { ExportFormat } from "@/lib/values";
import { alertCsvColumns, alertCsvLine } from "./csv";
import type { Alert, AlertExportQuery } from "./schema";
import { type ListedAlert, listAlertRows } from "./store/list";

/** Alerts that are read, and held in memory, at a time. */
const ROWS_PER_READ = 200;
/** Alerts that are one piece of text; longer text is collected late, which costs tens of megabytes. */
const ROWS_PER_PIECE = 50;

const types: Record<ExportFormat, string> = { csv: "text/csv", ndjson: "application/x-ndjson" };

/**
 * Streams every alert that matches: page after page by keyset, each in a statement of its own and read only when the
 * one before has gone out, so neither memory nor a transaction grows with the export. Alerts that arrive meanwhile
 * shift nothing. The first page is read before the reply begins, so that what fails at once fails with a status.
 * @param accept the `Accept` header, which decides the format when the query does not.
 * @throws Failure `rate_limited` while the organization runs too many exports.
 */
export async function streamAlertExport(
  ctx: Context,
  query: AlertExportQuery,
  accept: string | null,
): Promise<StreamedBody> {
  const format = chooseFormat(query.format, accept);
  return inExportSlot(ctx, () => streamAlerts(ctx, query, format));
}

async function streamAlerts(ctx: Context, query: AlertExportQuery, format: ExportFormat): Promise<StreamedBody> {
  const isCsv = format === "csv";
  const { sort } = query;
  const withCamera = isCsv || (query.expand?.includes("camera") ?? false);
  const read = (last?: ListedAlert) => {
    const selection = { query, sort, after: last?.position, limit: ROWS_PER_READ, withCamera };
    return listAlertRows(ctx, selection, { isPatient: true });
  };
  const toLine = isCsv
    ? (alert: ListedAlert) => alertCsvLine(JSON.parse(alert.toJson()) as Alert)
    : (alert: ListedAlert) => `${alert.toJson()}\n`;
  const first = await read();

  async function* pieces() {
    if (isCsv) yield `${alertCsvColumns.join(",")}\r\n`;
    for (let rows = first; rows.length > 0; ) {
      const last = rows.length < ROWS_PER_READ ? undefined : rows.at(-1);
      // The driver's results keep each other alive through dozens of collections; emptied, they weigh nothing.
      while (rows.length > 0) yield rows.splice(0, ROWS_PER_PIECE).map(toLine).join("");
      if (!last) return;
      rows = await read(last);
    }
  }
  const headers = fileHeaders(ctx.organization.slug, "alerts", format);
  return new StreamedBody(pieces(), { type: isCsv ? CSV_TYPE : types.ndjson, headers });
}

/**
 * The format that a request asks for: the query's, else the one that `Accept` prefers (RFC 9110 §12.5.1). CSV when it has
 * no preference, and for `application/json`, which every client of the API sends.
 */
function chooseFormat(wanted: ExportFormat | undefined, accept: string | null): ExportFormat {
  if (wanted) return wanted;
  const ranges = parseRanges(accept || "*/*");
  const csv = mediaWeight(ranges, types.csv);
  const ndjson = mediaWeight(ranges, types.ndjson);
  const prefersLines = ndjson.weight > csv.weight || (ndjson.weight === csv.weight && ndjson.precision > csv.precision);
  return prefersLines ? "ndjson" : "csv";
}
