import { analyse } from "scslre";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DYNAMIC_REGEXES, distinctRegexes, dynamicRegexCounts } from "@/e2e/fixtures/regexes";
import { describeDevice } from "@/lib/account/device";
import { isUnindexed } from "@/lib/alerts/condition";
import { catalog } from "@/lib/api/catalog";
import { routes } from "@/lib/api/routes";
import { authenticateBearer } from "@/lib/auth/authenticate";
import { readCookie } from "@/lib/auth/session";
import { containsPattern, spellUseCase } from "@/lib/db/text";
import { idempotencyKey } from "@/lib/http/idempotency";
import { maskBodyText, maskJson, maskTarget, maskText } from "@/lib/http/log/mask";
import { csvLine } from "@/lib/http/reply/csv";
import { ifMatchAllows } from "@/lib/http/reply/entity-tag";
import { clientAddress, isSameOrigin } from "@/lib/http/request/address";
import { check, fieldBelow } from "@/lib/http/request/check";
import { decodeCursor } from "@/lib/http/request/cursor";
import { parseForm } from "@/lib/http/request/form";
import { isStorable, parseJson, pointerToken } from "@/lib/http/request/json";
import { syntaxError } from "@/lib/http/request/json-syntax";
import { listParameters, parseQuery } from "@/lib/http/request/parse";
import { closest, closestPath } from "@/lib/http/request/spelling";
import { matcher } from "@/lib/http/router";

const cpuMs = (work: () => unknown): number => {
  const started = process.cpuUsage();
  try {
    work();
  } catch {}
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
};

const KB = 1_024;
const MB = 1_024 * KB;
/**
 * The highest allowed ratio between the growth of the time and the growth of the input. For quadratic work and
 * four times the input, the ratio is 4.
 */
const MAX_GROWTH = 2.5;
/**
 * Times up to this aren't compared, because a busy machine distorts them. Quadratic work takes a second on 64 KB,
 * and 16 s on 256 KB.
 */
const NOISE_MS = 500;

type Scan = (text: string) => unknown;
type Input = (length: number) => string;

/** Returns the CPU time of a scan in milliseconds. A long scan runs several times, and the minimum counts. */
function costOf(scan: Scan, text: string): number {
  let least = cpuMs(() => scan(text));
  for (let again = 0; least > NOISE_MS && again < 2; again += 1)
    least = Math.min(
      least,
      cpuMs(() => scan(text)),
    );
  return least;
}

/**
 * Describes the first input for which a scanner's work grows faster than the input, or returns null. It tries all
 * inputs at 64 KB, and the costliest one at larger sizes. It stops at the first excess, because the next size
 * could take minutes.
 */
function excess(scan: Scan, inputs: Input[], longest: number): string | null {
  let worst: Input | undefined;
  let most = -1;
  const isExcessive = (cost: number, before: number, times: number) =>
    cost > NOISE_MS && cost > MAX_GROWTH * times * before;
  for (const input of inputs) {
    const cost = costOf(scan, input(64 * KB));
    if (cost > NOISE_MS && isExcessive(cost, costOf(scan, input(16 * KB)), 4)) return describeExcess(input, cost);
    if (cost > most) [worst, most] = [input, cost];
  }
  let length = 64 * KB;
  for (const longer of [256 * KB, 2 * MB]) {
    if (!worst || longer > longest) break;
    const cost = costOf(scan, worst(longer));
    if (isExcessive(cost, most, longer / length)) return describeExcess(worst, cost);
    [length, most] = [longer, cost];
  }
  return null;
}

const describeExcess = (input: Input, cost: number) =>
  `${JSON.stringify(input(1).slice(0, 60))}… takes ${cost.toFixed(0)} ms`;

const repeated =
  (start: string, pump: string, end: string): Input =>
  (length) =>
    start + pump.repeat(Math.ceil(length / pump.length)) + end;

/**
 * Text that is difficult to scan: blanks, escapes, brackets, separators, and prefixes of text that the scanners
 * search for.
 */
const PUMPS = [
  ..."0a \\\"'%+&=;,:/@?#[{(-_.\n\u0000\ufffdé~*",
  ...[
    '\\"',
    '\\\\"',
    "%41",
    "a=",
    "a=1&",
    "&a",
    "; ",
    "a:",
    "://",
    "://a@",
    "sl_key_",
    "sl_",
    "bearer ",
    "basic ",
    "eyJa.",
  ],
  ...[
    "token=",
    '"key":',
    "\\u0061",
    "\\u0000",
    "\r\n",
    "--",
    "[0,",
    '{"a":',
    "0.",
    "1e",
    "-0,",
    '"a",',
    "{},",
    "/a",
    "/..",
  ],
];
const STARTS = ["", '{"password":"', '{"a":0.1', "Bearer "];

const request = (name: string, value: string) => ({
  method: "POST",
  url: "/",
  headers: { get: (asked: string) => (asked === name ? value : null) },
  read: async () => {},
});
const operationOf = (id: string) =>
  catalog.find((operation) => operation.id === id) ?? (catalog[0] as (typeof catalog)[number]);
const listAlerts = operationOf("listAlerts");
const match = matcher(routes);

/** Functions that scan request bodies, which may have up to 2 MB. */
const bodyScanners: Record<string, (text: string) => unknown> = {
  parseJson: (text) => parseJson(Buffer.from(text)),
  "parseJson of bytes that are not UTF-8": (text) => parseJson(Buffer.concat([Buffer.from(text), Buffer.from([0xff])])),
  syntaxError,
  isStorable,
  pointerToken,
  maskText,
  maskBodyText,
  maskTarget: (text) => maskTarget(`/a?${text}`),
  maskJson: (text) => maskJson({ a: [text], stream_url: text }),
  parseForm: (text) => parseForm(operationOf("requestToken"), Buffer.from(text)),
  csvLine: (text) => csvLine([text]),
  spellUseCase,
};
/** Functions that scan URLs, headers and single values, which are shorter than bodies. */
const scanners: Record<string, (text: string) => unknown> = {
  parseQuery: (text) => parseQuery(listAlerts, listParameters(listAlerts.query), text),
  matcher: (text) => match(`/api/v1/${text}`),
  closest: (text) => closest(text, ["severity"]),
  closestPath: (text) => closestPath(text, Object.keys(routes)),
  deviceOf: describeDevice,
  isUnindexed,
  containsPattern,
  readCookie: (text) => readCookie(text, "sightline.session"),
  authenticateBearer: (text) => authenticateBearer(text).catch(() => {}),
  ifMatchAllows: (text) => ifMatchAllows(text, 1),
  idempotencyKey: (text) => idempotencyKey(request("idempotency-key", text)),
  clientAddress: (text) => clientAddress(request("x-forwarded-for", text)),
  isSameOrigin: (text) => isSameOrigin(request("origin", text)),
  decodeCursor: (text) => decodeCursor({ organizationId: "" }, "alerts", text),
};

describe("processing caller input", () => {
  it("uses only regular expressions whose form guarantees linear time", () => {
    const slow = distinctRegexes.flatMap(({ file, regex }) => {
      const { reports } = analyse({ source: regex.source, flags: regex.flags });
      return reports.map(({ type, exponential }) => `${file}: ${regex} ${type}${exponential ? ", exponential" : ""}`);
    });
    expect(slow).toEqual([]);
    expect(distinctRegexes.length).toBeGreaterThan(150);
  });

  it("uses only dynamic regular expressions that this test covers", () => {
    expect(dynamicRegexCounts).toEqual(
      Object.fromEntries(Object.entries(DYNAMIC_REGEXES).map(([file, regexes]) => [file, regexes.length])),
    );
  });

  it("runs every regular expression in linear time", () => {
    const slow = distinctRegexes.flatMap(({ file, regex }) => {
      const run = (text: string) => (regex.global ? text.replace(regex, "") : regex.exec(text));
      const pumps = new Set([...regex.source, ...(regex.source.match(/../gs) ?? []), "0", "a", " "]);
      const found = excess(
        run,
        [...pumps].map((pump) => repeated("", pump, "\u0000")),
        2 * MB,
      );
      return found ? [`${file}: ${regex}: ${found}`] : [];
    });
    expect(slow).toEqual([]);
  }, 300_000);

  it.each([
    ...Object.entries(bodyScanners).map(([name, scan]) => [name, scan, 2 * MB] as const),
    ...Object.entries(scanners).map(([name, scan]) => [name, scan, 256 * KB] as const),
  ])(
    "runs %s in linear time",
    (_, scan, longest) => {
      const inputs = STARTS.flatMap((start) => PUMPS.map((pump) => repeated(start, pump, '1"}')));
      expect(excess(scan, inputs, longest)).toBeNull();
    },
    300_000,
  );

  it.each(catalog.flatMap(({ id, body, form }) => (body && !form ? [[id, body] as const] : [])))(
    "validates the body of %s in linear time",
    (_, body: z.ZodType) => {
      const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
      const inputs = ["a", " ", "-", "a.", "a@", "1:", "a\u0301"].map((pump) => repeated("", pump, "!"));
      const slow = fields.flatMap((field) => {
        const scan = (text: string) => {
          check(body, { [field]: text }, fieldBelow(""));
          check(body, { [field]: text.split("") }, fieldBelow(""));
        };
        const found = excess(scan, inputs, 256 * KB);
        return found ? [`${field}: ${found}`] : [];
      });
      expect(slow).toEqual([]);
    },
    300_000,
  );
});
