import { credentialPrefixes, hashCredential, isWellFormed, mintCredential } from "./credential";

const KEY_PREFIX = credentialPrefixes.key;

/** A new API key. */
export function mintKey(): string {
  return mintCredential("key");
}

/** Whether a text can be a key at all. */
export function isWellFormedKey(text: string): boolean {
  return isWellFormed("key", text);
}

/** SHA-256 as hex: all that is stored of a key. */
export const hashKey = hashCredential;

/** The parts of a key that lists may show. */
export function keyLabel(key: string): { start: string; lastFour: string } {
  return { start: key.slice(0, KEY_PREFIX.length + 2), lastFour: key.slice(-4) };
}
