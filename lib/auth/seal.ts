import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { authSecret } from "./session";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of a sealed value. It identifies the encryption scheme. */
const VERSION = 1;

// The keys by purpose (RFC 5869). A value sealed for one purpose can't be opened for another.
const keys = new Map<string, Buffer>();
function keyFor(purpose: string): Buffer {
  const key =
    keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", authSecret(), "", `sightline.seal.${purpose}`, KEY_BYTES));
  keys.set(purpose, key);
  return key;
}

/**
 * Encrypts a secret that must be readable later (AES-256-GCM, NIST SP 800-38D). The result contains version,
 * nonce, tag and ciphertext.
 * @param place where the value is stored, such as `<organization>/<camera>`. It can be opened only with the same
 * place.
 */
export function seal(purpose: string, place: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(purpose), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts a value that `seal` encrypted.
 * @throws Error if the value was changed, moved to another place, or sealed with another AUTH_SECRET.
 */
export function unseal(purpose: string, place: string, sealed: Buffer): string {
  const start = 1 + NONCE_BYTES + TAG_BYTES;
  if (sealed[0] !== VERSION || sealed.length < start) throw new Error("The sealed value has an unknown version");
  const decipher = createDecipheriv(CIPHER, keyFor(purpose), sealed.subarray(1, 1 + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(1 + NONCE_BYTES, start));
  return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]).toString("utf8");
}
