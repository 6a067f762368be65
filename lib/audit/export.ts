import type { Context } from "@/lib/auth/context";
import { CSV_TYPE, type CsvCell, csvLine, fileHeaders } from "@/lib/http/reply/csv";
import { inExportSlot } from "@/lib/http/reply/export-slots";
import { StreamedBody } from "@/lib/http/reply/reply";
import { auditCsvColumns } from "@/lib/values";
import { readEntries } from "./reads";
import type { AuditEntry, AuditExportQuery } from "./schema";

/** Entries per database read. They are held in memory until they are sent. */
const ENTRIES_PER_READ = 200;

/**
 * Streams all matching entries as CSV (RFC 4180), newest first. It reads one keyset page at a time, so memory use
 * and transactions don't grow with the export. The first page is read before the reply starts.
 * @throws Failure `rate_limited` if the organization runs too many exports.
 */
export function streamAuditExport(ctx: Context, query: AuditExportQuery): Promise<StreamedBody> {
  return inExportSlot(ctx, () => streamEntries(ctx, query));
}

async function streamEntries(ctx: Context, query: AuditExportQuery): Promise<StreamedBody> {
  const read = (before?: string) => readEntries(ctx, query, { before, limit: ENTRIES_PER_READ });
  const first = await read();

  async function* pieces() {
    yield csvLine(auditCsvColumns);
    for (let rows = first; rows.length > 0; ) {
      yield rows.map(({ entry }) => csvLine(cellsOf(entry))).join("");
      const last = rows.at(-1);
      if (rows.length < ENTRIES_PER_READ || !last) return;
      rows = await read(last.id);
    }
  }
  return new StreamedBody(pieces(), {
    type: CSV_TYPE,
    headers: fileHeaders(ctx.organization.slug, "audit-log", "csv"),
  });
}

function cellsOf(entry: AuditEntry): CsvCell[] {
  const { actor, target } = entry;
  const cells: Record<(typeof auditCsvColumns)[number], CsvCell> = {
    id: entry.id,
    created_at: entry.created_at,
    action: entry.action,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    target_id: target.id,
    target_name: target.name,
    before: entry.before && JSON.stringify(entry.before),
    after: entry.after && JSON.stringify(entry.after),
    ip: entry.ip,
    user_agent: entry.user_agent,
    request_id: entry.request_id,
  };
  return auditCsvColumns.map((column) => cells[column]);
}
