import { credentialPrefixes, hashCredential, isWellFormed, mintCredential } from "./credential";

const KEY_PREFIX = credentialPrefixes.key;

/** Creates a random API key. It isn't stored. */
export function mintKey(): string {
  return mintCredential("key");
}

/** Returns whether a text has the format and checksum of an API key. */
export function isWellFormedKey(text: string): boolean {
  return isWellFormed("key", text);
}

/** Returns the SHA-256 of a key as hex. Only this hash is stored. */
export const hashKey = hashCredential;

/** Returns the start and the last four characters of a key, which lists may show. */
export function keyLabel(key: string): { start: string; lastFour: string } {
  return { start: key.slice(0, KEY_PREFIX.length + 2), lastFour: key.slice(-4) };
}
