/** Returns whether a text looks like an email address. The server makes the final check. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text);
}
