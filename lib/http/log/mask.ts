/** The text that replaces a secret in the request log. */
const MASK = "***";

const SECRET_NAME =
  /passw|passphrase|passcode|secret|token|credential|authori[sz]ation|cookie|signature|bearer|jwt|verifier|assertion|(?:api|access|private|encryption|routing)key|^(?:key|pass|pwd|pw|auth|sig|pin|otp|code)$/;
/** Text that doesn't match this pattern contains no known kind of secret. */
const SUSPICIOUS = /[@=?]|:\/\/|sl_|whsec_|xox|xapp-|eyj|bearer|basic/i;
/**
 * A URL that doesn't match this pattern contains no secret: no escapes, no names of secrets, and no known kind of
 * secret.
 */
const UNSAFE_TARGET =
  /[@%]|sl_|whsec_|eyj|bearer|basic|passw|passph|passc|secret|token|credential|authori|cookie|signature|jwt|verifier|assertion|(?:[?&;](?:key|pass|pwd|pw|auth|sig|pin|otp|code)|(?:api|access|private|encryption|routing)[^a-z]?key)[^a-z]*=/i;
const UNSAFE_PATH = /[@%=;]|sl_|whsec_|eyj/i;
const KEY_LIKE = /(sl_(?!app_)[a-z]{1,20}_|whsec_|\bxox[a-z]-|\bxapp-)[\w+/=-]+/gi;
/** URLs of other companies whose path is a secret: webhooks of Slack, Discord and Microsoft. */
const SECRET_URL =
  /(:\/\/(?:hooks\.slack\.com|hooks\.slack-gov\.com|discord\.com\/api\/webhooks|discordapp\.com\/api\/webhooks|[\w.-]{1,200}\.(?:logic\.azure|webhook\.office|powerplatform)\.com(?::\d{1,5})?)\/)[^\s"]+/gi;
const AUTHORIZATION = /\b(bearer\s{1,8}|basic\s{1,8}(?=[\w+/=]{12}))[\w.~+/=-]{4,}/gi;
const LONG_WORD = /[\w.~+/=-]{20,}/g;
const TOKEN = /^eyJ[\w-]+\.[\w-]+/;
const PARAMETER = /([?&;])([\w.~[\]-]{1,64})=([^&;#\s"]+)/g;
const WORD = /[^\s"]+/g;
const IS_ADDRESS = /^\s*[a-z][a-z0-9+.-]{0,20}:\/\//i;
const MAX_DEPTH = 40;

/**
 * Returns whether a field or parameter name indicates a secret. Spelling doesn't matter: `api_key`, `apiKey`,
 * `X-Api-Key`.
 */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.toLowerCase().replace(/[^a-z]/g, ""));
}

/**
 * Returns text with credentials masked: our keys, tokens, parameters with secret names, and usernames and
 * passwords in URLs.
 */
export function maskText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  const named = text
    .replace(SECRET_URL, `$1${MASK}`)
    .replace(KEY_LIKE, `$1${MASK}`)
    .replace(AUTHORIZATION, `$1${MASK}`)
    .replace(LONG_WORD, (word) => (TOKEN.test(word) ? MASK : word))
    .replace(PARAMETER, (all, mark: string, name: string) => (isSecretName(name) ? `${mark}${name}=${MASK}` : all));
  if (!named.includes("@")) return named;
  return IS_ADDRESS.test(named) ? withoutUser(named) : named.replace(WORD, withoutUser);
}

// Masks the username and password of a URL. A password may contain "@", "/" and "?", so everything before the last
// "@" is masked unless it can't be a password.
function withoutUser(word: string): string {
  const start = word.indexOf("://");
  const end = word.lastIndexOf("@");
  if (start === -1 || end < start + 3) return word;
  const user = word.slice(start + 3, end);
  return user.includes("/") && !user.includes(":") ? word : `${word.slice(0, start + 3)}${MASK}${word.slice(end)}`;
}

/** Returns a path and query with secrets masked. Everything else stays unchanged. */
export function maskTarget(target: string): string {
  const mark = target.indexOf("?");
  if (!(mark === -1 ? UNSAFE_PATH : UNSAFE_TARGET).test(target)) return target;
  const path = mark === -1 ? target : target.slice(0, mark);
  const shown = path.split("/").map(maskEncoded).join("/");
  if (mark === -1) return shown;
  const parameters = target.slice(mark + 1).split("&");
  return `${shown}?${parameters.map(maskParameter).join("&")}`;
}

function maskParameter(parameter: string): string {
  const mark = parameter.indexOf("=");
  if (mark === -1) return maskEncoded(parameter);
  const name = parameter.slice(0, mark);
  const value = parameter.slice(mark + 1);
  const hidden = value !== "" && isSecretName(decoded(name));
  return `${maskEncoded(name)}=${hidden ? MASK : maskEncoded(value)}`;
}

function maskEncoded(part: string): string {
  const text = decoded(part);
  const masked = maskText(text);
  return masked === text ? part : encodeURIComponent(masked);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return part;
  }
}

/**
 * Returns a JSON value with secrets masked: values whose name indicates a secret, and credentials in any text. An
 * object with `name` and `value`, as in lists of headers, counts as a named value.
 */
export function maskJson(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return maskLoose(value);
  if (value === null || typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return MASK;
  if (Array.isArray(value)) return value.map((entry) => maskJson(entry, depth + 1));
  const isPair = "name" in value && typeof value.name === "string" && isSecretName(value.name);
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const isHidden = (isSecretName(name) || (isPair && name === "value")) && entry !== null && entry !== "";
      if (/headers$/i.test(name) && isRecord(entry)) return [name, hideValues(entry)];
      const isStream = /stream/i.test(name) && typeof entry === "string";
      const shown = isHidden ? MASK : maskJson(isStream ? withoutAnyUser(entry) : entry, depth + 1);
      return [maskText(name), shown];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Masks all values of an object, such as request headers by name. */
const hideValues = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(value).map((name) => [maskText(name), MASK]));

function withoutAnyUser(address: string): string {
  return address.replace(/^([^@:]{0,20}:\/\/)?[\s\S]*@/, `$1${MASK}@`);
}

const NAME = /(?<![\w.-])([\w.-]+)\\{0,4}["']?\s{0,8}[:=]\s{0,8}\\{0,4}/g;
const FORM = /^[\w%.+~-]+=[^"]*$/;
const VALUES = /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|[[{][\s\S]*|[^\s,;&}\]"']+/y;

/**
 * Masks text that may be complete or partial JSON. In addition to what `maskText` masks, it masks values after
 * secret names.
 */
function maskLoose(text: string): string {
  const masked = maskText(text);
  if (!/[:=]/.test(masked)) return masked;
  let shown = "";
  let from = 0;
  NAME.lastIndex = 0;
  for (let found = NAME.exec(masked); found; found = NAME.exec(masked)) {
    if (!isSecretName(found[1] ?? "")) continue;
    VALUES.lastIndex = NAME.lastIndex;
    const value = VALUES.exec(masked)?.[0] ?? "";
    if (value === "" || value === "null") continue;
    shown += `${masked.slice(from, NAME.lastIndex)}${/^["']/.test(value) ? `"${MASK}"` : MASK}`;
    from = NAME.lastIndex + value.length;
    NAME.lastIndex = from;
  }
  return shown + masked.slice(from);
}

/** Returns a body that isn't JSON, with secrets masked. Escapes that could hide a secret's name are decoded first. */
export function maskBodyText(text: string): string {
  if (FORM.test(text)) return maskTarget(`?${text}`).slice(1);
  const plain = text
    .replace(/\\u00([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("\\/", "/");
  return maskLoose(plain);
}
