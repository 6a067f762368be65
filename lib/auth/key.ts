import { credentialPrefixes, hashCredential, isWellFormed, mintCredential } from "./credential";

const KEY_PREFIX = credentialPrefixes.key;

/** Creates an API key. */
export function mintKey(): string {
  return mintCredential("key");
}

/** Returns whether a text can be a key. */
export function isWellFormedKey(text: string): boolean {
  return isWellFormed("key", text);
}

/** SHA-256 as hex, the only stored form of a key. */
export const hashKey = hashCredential;

/** The parts of a key that lists may show. */
export function keyLabel(key: string): { start: string; lastFour: string } {
  return { start: key.slice(0, KEY_PREFIX.length + 2), lastFour: key.slice(-4) };
}
