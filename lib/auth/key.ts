import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
export const KEY_PREFIX = "sl_key_";
const FORMAT = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
const LARGEST_FAIR_BYTE = 256 - (256 % ALPHABET.length);

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < LARGEST_FAIR_BYTE && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** A new API key: prefix, 30 base62 characters (178 bits) and their CRC-32, as contract §2 lays down. */
export function mintKey(): string {
  const secret = randomBase62(SECRET_LENGTH);
  return KEY_PREFIX + secret + checksum(secret);
}

/** Whether a text can be a key at all; a mistyped one is refused here, without asking the database. */
export function isWellFormedKey(text: string): boolean {
  if (text.length !== KEY_PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH || !FORMAT.test(text)) return false;
  const secret = text.slice(KEY_PREFIX.length, KEY_PREFIX.length + SECRET_LENGTH);
  return checksum(secret) === text.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 as hex: all that is stored of a key. Its 178 random bits need no slow hash. */
export function hashKey(key: string): string {
  return hash("sha256", key);
}

/** The parts of a key that lists may show. */
export function keyLabel(key: string): { start: string; lastFour: string } {
  return { start: key.slice(0, KEY_PREFIX.length + 2), lastFour: key.slice(-4) };
}
