import { toUUID } from "typeid-js";
import { v7 } from "uuid";
import { ID_SUFFIX } from "./id-suffix";

/** The types of public IDs. A public ID is a TypeID: a prefix and a UUIDv7 in base32. */
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
  "invitation",
  "session",
  "grant",
  "audit",
  "mail",
] as const;
export type IdKind = (typeof idKinds)[number];

const SUFFIX = new RegExp(`^${ID_SUFFIX}$`);

/** Creates a UUIDv7, the format of stored IDs. Within a process, each one is greater than the one before. */
export function newId(): string {
  return v7();
}

/**
 * Returns a UUID that sorts before every UUIDv7 created at or after this time. It turns a time filter into a range
 * of IDs.
 */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, Math.min(time.getTime(), 0xffffffffffff)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The UUID that sorts before all others. */
export const NIL_ID = "00000000-0000-0000-0000-000000000000";

/** Returns the creation time in a UUIDv7, with millisecond precision. */
export function timeOfId(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));
}

const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";
/** The two base32 characters for each 10-bit value. */
const PAIRS = Array.from({ length: 1_024 }, (_, bits) => `${BASE32[bits >> 5]}${BASE32[bits & 31]}`);
const NIBBLES = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);

const nibble = (text: string, at: number) => NIBBLES[text.charCodeAt(at)] ?? 0;
/** Returns the 16-bit number of four hexadecimal digits in a text. */
const word = (text: string, at: number) =>
  (nibble(text, at) << 12) | (nibble(text, at + 1) << 8) | (nibble(text, at + 2) << 4) | nibble(text, at + 3);
const pair = (bits: number) => PAIRS[bits & 1_023] ?? "";

/**
 * Converts a UUID to a public ID such as `alert_01h455vb4pex5vsknk084sn02q` (TypeID 0.3: 130 bits, the first two
 * zero, in Crockford's base32). A page contains hundreds of IDs, and the library takes eight times as long for
 * each.
 */
export function encodeId(kind: IdKind, uuid: string): string {
  const a = word(uuid, 0);
  const b = word(uuid, 4);
  const c = word(uuid, 9);
  const d = word(uuid, 14);
  const e = word(uuid, 19);
  const f = word(uuid, 24);
  const g = word(uuid, 28);
  const h = word(uuid, 32);
  const start = pair(a >> 8) + pair((a << 2) | (b >> 14)) + pair(b >> 4) + pair((b << 6) | (c >> 10)) + pair(c);
  const middle = pair(d >> 6) + pair((d << 4) | (e >> 12)) + pair(e >> 2) + pair((e << 8) | (f >> 8));
  const end = pair((f << 2) | (g >> 14)) + pair(g >> 4) + pair((g << 6) | (h >> 10)) + pair(h);
  return `${kind}_${start}${middle}${end}`;
}

/** Returns the UUID of a public ID, or null if the text isn't an ID of this type. */
export function decodeId(kind: IdKind, id: string): string | null {
  if (!id.startsWith(`${kind}_`) || !SUFFIX.test(id.slice(kind.length + 1))) return null;
  try {
    return toUUID(id as Parameters<typeof toUUID>[0]);
  } catch {
    // The text is valid base32, but not a UUID of any version.
    return null;
  }
}

/** Creates a public ID of this type. Use it for an ID that is needed before anything is stored. */
export function mintId(kind: IdKind): string {
  return encodeId(kind, newId());
}
