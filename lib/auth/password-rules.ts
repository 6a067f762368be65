import { MIN_PASSWORD } from "@/lib/limits";
import { processSingleton } from "@/lib/process-singleton";

const PRODUCT = "sightline";
/** The minimum length of a name or word to search for. Shorter ones appear in good passwords by chance. */
const MIN_WORD = 4;
/**
 * The minimum number of different characters. Also the minimum number of characters that don't repeat or continue
 * a sequence.
 */
const MIN_VARIETY = 5;

/** The owner of a password. Attackers try the owner's name and email first. */
export interface PasswordOwner {
  name: string;
  email: string;
}

/**
 * Checks a new password against common guesses (NIST SP 800-63B-3 §5.1.1.2). These are the 50,000 most common
 * passwords, repeated and consecutive characters, and the owner's name and email. There are no rules about types
 * of characters.
 * @returns null, or a sentence with the problem and what to choose instead.
 */
export async function findPasswordFault(password: string, owner: PasswordOwner): Promise<string | null> {
  const text = password.toLowerCase();
  if ((await commonPasswords()).has(text)) {
    return "This is one of the most common passwords. Choose another, for example several unrelated words.";
  }
  if (isPredictable(text)) {
    return "This password is mostly repeated or consecutive characters. Choose another, for example several unrelated words.";
  }
  const known = knownWords(owner).find((word) => text.includes(word) && length(withoutWord(text, word)) < MIN_PASSWORD);
  if (known === undefined) return null;
  return `This password is too close to “${known}”. Add at least ${MIN_PASSWORD} other characters.`;
}

const length = (text: string) => [...text].length;
const withoutWord = (text: string, word: string) => text.split(word).join("");

/**
 * Returns the common passwords that are long enough for `MIN_PASSWORD`. They are loaded on first use, because most
 * processes never need them.
 */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return processSingleton("common-passwords", async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    return new Set(dictionary["passwords-common"].filter((password) => password.length >= MIN_PASSWORD));
  });
}

/**
 * Returns whether a text has few different characters, or consists of a few runs such as `aaaa`, `1234` and
 * `dcba`.
 */
function isPredictable(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const runs = points.filter((point, index) => Math.abs(point - (points[index - 1] ?? Number.NaN)) > 1 || index === 0);
  return Math.min(runs.length, new Set(points).size) < MIN_VARIETY;
}

function knownWords({ name, email }: PasswordOwner): string[] {
  const [local = ""] = email.split("@", 1);
  const words = [PRODUCT, email, local, name, ...name.split(/\s+/)].map((word) => word.trim().toLowerCase());
  return words.filter((word) => length(word) >= MIN_WORD);
}
