/** Whether a text may be an email address; the server decides whether it is one. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text);
}
