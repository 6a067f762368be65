import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { seal } from "@/lib/auth/seal";
import type { Transaction } from "@/lib/db/client";
import { decodeId, encodeId, newId, timeOfId } from "@/lib/db/ids";
import { cameras, sites } from "@/lib/db/tables/cameras";
import { type Failure, isFailure } from "@/lib/errors";
import { appendEvents } from "@/lib/events/writes";
import { toRowProblem } from "@/lib/http/problem";
import { parseRow } from "@/lib/http/request/parse";
import { cameraCreated } from "./events";
import { externalIdTaken, unknownSite } from "./failures";
import { creatableCameraFields } from "./fields";
import { toCameraEventSnapshot } from "./history";
import { cameraColumns, toCamera } from "./reads";
import { type Camera, type CameraBatchResult, type CameraCreate, cameraCreateSchema } from "./schema";

const LIST = "cameras";

const SECRET_PARAMETER = /pass|pwd|token|secret|auth|key|sig|user|login/i;

/**
 * Splits a stream URL into a URL without credentials, and the credentials or null. Credentials are the username
 * and password, percent-encoded as given. Query parameters that some cameras use for a password or token count,
 * too.
 */
export function splitStreamUrl(text: string): { url: string; credentials: string | null } {
  const url = new URL(text);
  const { username, password } = url;
  const secret = new URLSearchParams([...url.searchParams].filter(([name]) => SECRET_PARAMETER.test(name)));
  for (const name of secret.keys()) url.searchParams.delete(name);
  if (!username && !password && secret.size === 0) return { url: new URL(text).href, credentials: null };
  url.username = "";
  url.password = "";
  const query = secret.size > 0 ? { query: secret.toString() } : {};
  return { url: url.href, credentials: JSON.stringify({ username, password, ...query }) };
}

/** Encrypts the stream credentials of a camera, bound to its ID. Returns null if there are none. */
export function sealCredentials(ctx: Context, id: string, credentials: string | null): Buffer | null {
  return credentials === null ? null : seal("stream", `${ctx.organizationId}/${id}`, credentials);
}

/**
 * Adds a camera and appends its event.
 * @throws Failure `conflict` if the external ID is in use, or `validation_failed` if the organization doesn't have
 * the site.
 */
export async function addCamera(ctx: Context, input: CameraCreate): Promise<Camera> {
  const [result] = await insertCameras(ctx, [input], () => "");
  if (!result || isFailure(result)) throw result ?? new Error("the insert returned no camera");
  return result;
}

/**
 * Adds many cameras in one transaction with few statements. Invalid rows don't affect the others. If several rows
 * have the same external ID, only the first is stored.
 * @returns one result per row: 201 with the camera, 409 for an external ID in use, or 422 for an invalid row.
 */
export async function addCameras(ctx: Context, list: readonly unknown[]): Promise<CameraBatchResult> {
  const rows = list.map((row, index) => parseRow(cameraCreateSchema, row, LIST, index));
  const stored = await insertCameras(ctx, rows, (index) => `/${LIST}/${index}`);
  const results = stored.map((result, index) => {
    if (!isFailure(result)) return { index, status: 201, camera: result };
    const problem = toRowProblem(result);
    return { index, status: problem.status, problem };
  });
  const succeeded = results.filter(({ status }) => status === 201).length;
  return { results, succeeded, failed: results.length - succeeded };
}

/**
 * Stores the valid rows. Rows that are already failures are returned unchanged. `place` returns the JSON pointer
 * to a row.
 */
async function insertCameras(
  ctx: Context,
  rows: readonly (CameraCreate | Failure)[],
  place: (index: number) => string,
): Promise<(Camera | Failure)[]> {
  return ctx.db.transaction(async (tx) => {
    const known = await lockSites(
      tx,
      ctx,
      new Set(rows.flatMap((row) => (isGood(row) && row.site_id ? [row.site_id] : []))),
    );
    const externalIds = new Set<string>();
    const checked = rows.map((input, index) => {
      if (!isGood(input)) return input;
      if (input.site_id && !known.has(input.site_id)) return unknownSite(place(index));
      if (input.external_id && externalIds.has(input.external_id)) return externalIdTaken(place(index));
      if (input.external_id) externalIds.add(input.external_id);
      return { id: newId(), input };
    });
    const stored = await insertRows(tx, ctx, checked.filter(isGood));
    return checked.map((row, index) => {
      if (isFailure(row)) return row;
      return stored.get(encodeId("camera", row.id)) ?? externalIdTaken(place(index));
    });
  });
}

function isGood<T extends object>(row: T | Failure): row is T {
  return !isFailure(row);
}

/**
 * Returns the public IDs of the sites that exist, and locks these sites against deletion until the transaction
 * ends.
 */
export async function lockSites(tx: Transaction, ctx: Context, ids: ReadonlySet<string>): Promise<Set<string>> {
  if (ids.size === 0) return new Set();
  const uuids = [...ids].map((id) => decodeId("site", id));
  const rows = await tx
    .select({ id: sites.id })
    .from(sites)
    .where(
      and(
        eq(sites.organizationId, ctx.organizationId),
        sql`${sites.id} = any(${sql.param(uuids)}::uuid[])`,
        isNull(sites.archivedAt),
      ),
    )
    .orderBy(sites.id)
    .for("key share");
  return new Set(rows.map(({ id }) => encodeId("site", id)));
}

const insertedColumns = sql.raw(
  ["organization_id", "id", ...creatableCameraFields, "stream_credentials", "recorded_status", "recorded_since"]
    .concat("version", "created_at", "updated_at")
    .join(", "),
);

// Inserts the rows whose external ID is free. The unique index decides, so that concurrent inserts can't both
// succeed. Rows are inserted in the order of their external IDs, to prevent deadlocks between batches.
async function insertRows(
  tx: Transaction,
  ctx: Context,
  rows: readonly { id: string; input: CameraCreate }[],
): Promise<Map<string, Camera>> {
  if (rows.length === 0) return new Map();
  const json = JSON.stringify(rows.map(({ id, input }) => toRow(ctx, id, input)));
  const inserted = await tx.execute<{ id: string }>(sql`
    insert into cameras (${insertedColumns}) select ${insertedColumns} from jsonb_populate_recordset(null::cameras, ${json}::jsonb)
    order by external_id, id
    on conflict (organization_id, external_id) where archived_at is null do nothing returning id`);
  const ids = inserted.map(({ id }) => id);
  const stored = await tx
    .select(cameraColumns())
    .from(cameras)
    .where(and(eq(cameras.organizationId, ctx.organizationId), sql`${cameras.id} = any(${sql.param(ids)}::uuid[])`))
    .orderBy(cameras.id);
  await appendEvents(
    tx,
    ctx,
    stored.map((row) => cameraCreated.of(row.id, { camera: toCameraEventSnapshot(row) })),
  );
  return new Map(stored.map((row) => [encodeId("camera", row.id), toCamera(row)]));
}

function toRow(ctx: Context, id: string, input: CameraCreate): Record<string, unknown> {
  const { stream_url, site_id, ...fields } = input;
  const stream = stream_url ? splitStreamUrl(stream_url) : null;
  const credentials = sealCredentials(ctx, id, stream?.credentials ?? null);
  const createdAt = timeOfId(id);
  return {
    ...fields,
    organization_id: ctx.organizationId,
    id,
    site_id: site_id ? decodeId("site", site_id) : null,
    stream_url: stream?.url ?? null,
    stream_credentials: credentials && `\\x${credentials.toString("hex")}`,
    recorded_status: input.enabled ? "pending" : "disabled",
    recorded_since: createdAt,
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
  };
}
