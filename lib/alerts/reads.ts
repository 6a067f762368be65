import { sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId } from "@/lib/db/ids";
import { notFound } from "@/lib/http/failures";
import { type JsonPage, toJsonPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { alertColumns } from "./columns";
import { countMatching } from "./count";
import { type AlertRecord, cameraJoin, joinedCameraColumns, toAlert } from "./row";
import type { Alert, AlertList, AlertListQuery } from "./schema";
import { listAlertRows } from "./store/list";

/**
 * Returns a page of the organization's alerts. It is the parsed result of `listAlertsJson`.
 * @throws Failure `invalid_cursor`, or `validation_failed` if searching or counting takes too long.
 */
export async function readAlerts(ctx: Context, query: AlertListQuery): Promise<AlertList> {
  return (await listAlertsJson(ctx, query)).parse();
}

/**
 * Returns a page of the organization's alerts as JSON. New alerts don't cause later pages to repeat or skip rows.
 * @throws Failure `invalid_cursor`, or `validation_failed` if searching or counting takes too long.
 */
export async function listAlertsJson(ctx: Context, query: AlertListQuery): Promise<JsonPage<Alert>> {
  const { sort, limit } = query;
  const identity = listIdentity("alerts", query);
  const after = query.cursor ? decodeCursor(ctx, identity, query.cursor) : undefined;
  const withCamera = query.expand?.includes("camera") ?? false;
  const [rows, total] = await Promise.all([
    listAlertRows(ctx, { query, sort, after, limit: limit + 1, withCamera }),
    query.include_total ? countMatching(ctx, query) : undefined,
  ]);
  return toJsonPage(ctx, rows, {
    limit,
    identity,
    position: (alert) => alert.position,
    toJson: (alert) => alert.toJson(),
    total,
  });
}

/**
 * Returns one of the organization's alerts, with its camera if `query` expands it.
 * @throws Failure `not_found`, also for another organization's alert.
 */
export async function readAlert(
  ctx: Context,
  id: string,
  query: { expand?: "camera"[] | undefined } = {},
): Promise<Alert> {
  const expand = query.expand?.includes("camera");
  const [row] = await ctx.db.execute<AlertRecord>(sql`
    select ${alertColumns}${expand ? joinedCameraColumns : sql``} from alerts a ${expand ? cameraJoin : sql``}
    where a.organization_id = ${ctx.organizationId} and a.id = ${decodeId("alert", id)}::uuid`);
  if (!row) throw notFound();
  return toAlert(row);
}
