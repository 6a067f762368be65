import { createHmac, timingSafeEqual } from "node:crypto";
import { authSecret } from "@/lib/auth/session";
import { invalidCursor } from "@/lib/http/failures";

const SIGNATURE_BYTES = 16;
const MAX_LENGTH = 512;

/** A position in a list: the sort values of a row, with its ID last. */
export type CursorPosition = readonly (string | number)[];

/** The owner of a list: an organization or a person. */
export type ListOwner = { organizationId: string } | { person: { id: string } };

function sign(owner: ListOwner, list: string, payload: Buffer): Buffer {
  const mac = createHmac("sha256", `cursor:${authSecret()}`);
  mac.update(`${"organizationId" in owner ? owner.organizationId : owner.person.id}\n${list}\n`).update(payload);
  return mac.digest().subarray(0, SIGNATURE_BYTES);
}

/**
 * Returns the identity of a list that its cursors are bound to: its name, and its filters and sort order. Page
 * size, cursor, total and expansion don't count.
 */
export function listIdentity(name: string, query: Record<string, unknown>): string {
  const { limit: _limit, cursor: _cursor, include_total: _total, expand: _expand, ...filters } = query;
  return `${name}?${JSON.stringify(
    Object.entries(filters)
      .filter(([, v]) => v !== undefined)
      .sort(),
  )}`;
}

/** Returns an opaque cursor for a position. It is valid only for this owner, list, filters and sort order. */
export function encodeCursor(owner: ListOwner, list: string, position: CursorPosition): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([sign(owner, list, payload), payload]).toString("base64url");
}

/**
 * Returns the position that a cursor contains.
 * @throws Failure `invalid_cursor` for a cursor that this list didn't issue to this owner.
 */
export function decodeCursor(owner: ListOwner, list: string, cursor: string): CursorPosition {
  const bytes = cursor.length <= MAX_LENGTH ? Buffer.from(cursor, "base64url") : Buffer.alloc(0);
  const payload = bytes.subarray(SIGNATURE_BYTES);
  const genuine =
    bytes.toString("base64url") === cursor &&
    payload.length > 0 &&
    timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(owner, list, payload));
  if (!genuine) throw invalidCursor();
  return JSON.parse(payload.toString()) as CursorPosition;
}
