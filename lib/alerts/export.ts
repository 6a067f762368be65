import type { Context } from "@/lib/auth/context";
import { CSV_TYPE, fileHeaders } from "@/lib/http/reply/csv";
import { inExportSlot } from "@/lib/http/reply/export-slots";
import { StreamedBody } from "@/lib/http/reply/reply";
import { mediaWeight, parseRanges } from "@/lib/http/request/accept";
import type { ExportFormat } from "@/lib/values";
import { alertCsvColumns, alertCsvLine } from "./csv";
import type { Alert, AlertExportQuery } from "./schema";
import { type ListedAlert, listAlertRows } from "./store/list";

/** Alerts per database read. They are held in memory until they are sent. */
const ROWS_PER_READ = 200;
/** Alerts per chunk of text. Larger strings are garbage collected late, which costs tens of megabytes. */
const ROWS_PER_PIECE = 50;

const types: Record<ExportFormat, string> = { csv: "text/csv", ndjson: "application/x-ndjson" };

/**
 * Streams all matching alerts, one keyset page per statement. The next page is read only after the previous one
 * was sent, so memory use and transactions stay small. New alerts don't shift pages. The first page is read before
 * the reply starts, so that early errors get a status.
 * @param accept the `Accept` header, used if the query has no format.
 * @throws Failure `rate_limited` if the organization runs too many exports.
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
      // The driver's result objects survive many garbage collections. Emptying them frees their memory.
      while (rows.length > 0) yield rows.splice(0, ROWS_PER_PIECE).map(toLine).join("");
      if (!last) return;
      rows = await read(last);
    }
  }
  const headers = fileHeaders(ctx.organization.slug, "alerts", format);
  return new StreamedBody(pieces(), { type: isCsv ? CSV_TYPE : types.ndjson, headers });
}

/**
 * Returns the format from the query, otherwise the one preferred by `Accept` (RFC 9110 §12.5.1). The default is
 * CSV, also for `application/json`, which API clients always send.
 */
function chooseFormat(wanted: ExportFormat | undefined, accept: string | null): ExportFormat {
  if (wanted) return wanted;
  const ranges = parseRanges(accept || "*/*");
  const csv = mediaWeight(ranges, types.csv);
  const ndjson = mediaWeight(ranges, types.ndjson);
  const prefersLines = ndjson.weight > csv.weight || (ndjson.weight === csv.weight && ndjson.precision > csv.precision);
  return prefersLines ? "ndjson" : "csv";
}
