import { fromUUID, fromUUIDBytes, toUUID } from "typeid-js";
import { v7 } from "uuid";

/** The kinds of ids on the wire: TypeIDs, a prefix and a UUIDv7 in base32 (contract §1). */
export const idKinds = [
  "alert",
  "camera",
  "site",
  "note",
  "key",
  "app",
  "webhook",
  "delivery",
  "event",
  "rule",
  "request",
  "user",
  "organization",
] as const;
export type IdKind = (typeof idKinds)[number];

const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** A new UUIDv7 as PostgreSQL stores it; within one process each is greater than the one before. */
export function newId(): string {
  return v7();
}

/** A UUIDv7 that is smaller than every id minted at or after this moment: turns a time filter into an id range. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, Math.min(time.getTime(), 0xffffffffffff)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The id that stands before every other. */
export const NIL_ID = "00000000-0000-0000-0000-000000000000";

/** The moment in a UUIDv7, to the millisecond. */
export function timeOfId(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));
}

/** The id as callers see it, for example `alert_01h455vb4pex5vsknk084sn02q`. */
export function encodeId(kind: IdKind, uuid: string): string {
  return fromUUID(uuid, kind);
}

/** The UUID inside an id of this kind, or null when it is not one. */
export function decodeId(kind: IdKind, id: string): string | null {
  if (!id.startsWith(`${kind}_`) || !SUFFIX.test(id.slice(kind.length + 1))) return null;
  try {
    return toUUID(id as Parameters<typeof toUUID>[0]);
  } catch {
    // Well spelt, and yet 128 bits that are no UUID of any version.
    return null;
  }
}

/** A new id of this kind as callers see it; for ids that are minted before they are stored, such as request ids. */
export function mintId(kind: IdKind): string {
  const bytes = new Uint8Array(16);
  v7(undefined, bytes);
  return fromUUIDBytes(kind, bytes);
}
