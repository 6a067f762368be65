export type Strength = { level: 0 | 1 | 2 | 3; text: string };

const alphabets: [pattern: RegExp, size: number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/, 33],
  [/[^\x20-\x7e]/, 80],
];
const FAIR_BITS = 45;
const STRONG_BITS = 70;
const wellKnown = /^(?:(?:pass|p4ss|kenn)w(?:o|0)rt?d?|qwert[yz]|letmein|welcome|admin|sightline|abc|123|iloveyou)/i;

const rule = (minimum: number) => `At least ${minimum} characters. Not a common password, your name or your email.`;

/**
 * Estimates a password's strength from its length, variety and well-known patterns. Returns a level and a
 * suggestion. It never blocks a password.
 */
export function passwordStrength(password: string, minimum: number): Strength {
  const length = [...password].length;
  if (length < minimum) {
    const missing = minimum - length;
    return { level: 0, text: length === 0 ? rule(minimum) : `${missing} more needed.` };
  }
  const size = alphabets.reduce((sum, [pattern, letters]) => sum + (pattern.test(password) ? letters : 0), 0);
  const distinct = new Set(password).size;
  const bits = Math.min(length, distinct * 2) * Math.log2(size);
  if (bits < FAIR_BITS || (wellKnown.test(password) && bits < STRONG_BITS)) {
    return { level: 1, text: "Easy to guess. Add a few words." };
  }
  return bits < STRONG_BITS ? { level: 2, text: "Good." } : { level: 3, text: "Strong." };
}
