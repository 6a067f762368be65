import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const LARGEST_FAIR_BYTE = 256 - (256 % ALPHABET.length);

/** The prefix of each type of credential. */
export const credentialPrefixes = {
  key: "sl_key_",
  app: "sl_app_",
  secret: "sl_secret_",
  code: "sl_code_",
  token: "sl_token_",
  refresh: "sl_refresh_",
} as const;
export type CredentialKind = keyof typeof credentialPrefixes;

const FORMAT = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

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

/**
 * Creates a credential: its prefix, 30 random base62 characters (178 bits), and a checksum of six characters
 * (CRC-32) that detects typos.
 */
export function mintCredential(kind: CredentialKind): string {
  const secret = randomBase62(SECRET_LENGTH);
  return credentialPrefixes[kind] + secret + checksum(secret);
}

/**
 * Returns whether a text has the prefix, length and checksum of such a credential. Mistyped ones are then rejected
 * without a query.
 */
export function isWellFormed(kind: CredentialKind, text: string): boolean {
  const prefix = credentialPrefixes[kind];
  const body = text.slice(prefix.length);
  if (body.length !== SECRET_LENGTH + CHECKSUM_LENGTH || !text.startsWith(prefix) || !FORMAT.test(body)) return false;
  return checksum(body.slice(0, SECRET_LENGTH)) === body.slice(SECRET_LENGTH);
}

/**
 * Returns the SHA-256 of a credential as hex. Only this hash is stored. With 178 random bits, a credential needs
 * no slow hash.
 */
export function hashCredential(text: string): string {
  return hash("sha256", text);
}
