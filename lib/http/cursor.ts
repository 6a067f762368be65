import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "@/lib/auth/context";
import { authSecret } from "@/lib/auth/session";
import { Failure } from "@/lib/errors";

const SIGNATURE_BYTES = 16;
const MAX_LENGTH = 512;

/** The place in a list: values of the sort columns of the last row, the id last. */
export type Position = readonly (string | number)[];

function sign(ctx: Context, list: string, payload: Buffer): Buffer {
  const mac = createHmac("sha256", `cursor:${authSecret()}`);
  mac.update(`${ctx.organizationId}\n${list}\n`).update(payload);
  return mac.digest().subarray(0, SIGNATURE_BYTES);
}

/** What a cursor is bound to besides the organization: the list and everything of the query but limit and cursor. */
export function listIdentity(name: string, query: Record<string, unknown>): string {
  const { limit: _limit, cursor: _cursor, include_total: _total, expand: _expand, ...filters } = query;
  return `${name}?${JSON.stringify(
    Object.entries(filters)
      .filter(([, v]) => v !== undefined)
      .sort(),
  )}`;
}

/** An opaque cursor that only this organization can use, and only with the same filters and sort. */
export function encodeCursor(ctx: Context, list: string, position: Position): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([sign(ctx, list, payload), payload]).toString("base64url");
}

/** @throws Failure `invalid_cursor` for any cursor that this list did not hand to this organization. */
export function decodeCursor(ctx: Context, list: string, cursor: string): Position {
  const bytes = cursor.length <= MAX_LENGTH ? Buffer.from(cursor, "base64url") : Buffer.alloc(0);
  const payload = bytes.subarray(SIGNATURE_BYTES);
  const genuine =
    bytes.toString("base64url") === cursor &&
    payload.length > 0 &&
    timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(ctx, list, payload));
  if (!genuine) {
    throw new Failure(
      "invalid_cursor",
      "Use `next_cursor` of a reply to the same list with the same filters, unchanged.",
    );
  }
  return JSON.parse(payload.toString()) as Position;
}
