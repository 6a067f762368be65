import { alertStatuses, severities } from "@/lib/values";
import { FIRST_SHARED, severityShares, statusShares, tagData, titleWords, useCases, type World } from "./data-world";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS = DAY_MS / QUARTER_MS;
const RARE = 20;
const RARE_CAMERA = 5;

const HEX4 = Array.from({ length: 65_536 }, (_, n) => n.toString(16).padStart(4, "0"));
const SECONDS = Array.from({ length: MINUTE_MS }, (_, ms) => `${(ms / 1_000).toFixed(3).padStart(6, "0")}Z`);
const minutes = new Map<number, string>();

/**
 * Formats a time as RFC 3339. Caching minutes makes it several times as fast as `Date`, because consecutive rows
 * share them.
 */
function moment(ms: number): string {
  const minute = Math.floor(ms / MINUTE_MS);
  let start = minutes.get(minute);
  if (start === undefined) {
    start = new Date(minute * MINUTE_MS).toISOString().slice(0, 17);
    minutes.set(minute, start);
  }
  return start + SECONDS[ms - minute * MINUTE_MS];
}

/** Returns a generator of reproducible pseudorandom integers from 0 to 2^32 - 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/**
 * Creates a UUIDv7 for a time in milliseconds. IDs of the same millisecond increase with `n`, which must be below
 * 4,096.
 */
export function idAt(ms: number, n: number, random: () => number): string {
  const high = Math.floor(ms / 65_536);
  const [a, b] = [random(), random()];
  return `${HEX4[high >>> 16]}${HEX4[high & 0xffff]}-${HEX4[ms % 65_536]}-${HEX4[0x7000 | n]}-${
    HEX4[0x8000 | (a & 0x3fff)]
  }-${HEX4[a >>> 16]}${HEX4[b & 0xffff]}${HEX4[b >>> 16]}`;
}

/** Returns a list of a thousand indexes. Each index of `shares` occurs as often as its share says. */
const distributePositions = (shares: readonly number[]) =>
  shares.flatMap((share, place) => new Array<number>(share).fill(place));
const shareOf = (shares: Readonly<Record<string, number>>, names: readonly string[]) =>
  distributePositions(names.map((name) => shares[name] ?? 0));
const distributions = {
  useCase: distributePositions(useCases.shares),
  severity: shareOf(severityShares, severities),
  status: shareOf(statusShares, alertStatuses),
  tags: distributePositions(tagData.shares),
  word: distributePositions(titleWords.shares),
};

// Where each rollup starts in the array of an organization's daily counts.
const SEVERITY_STATUS = 1;
const USE_CASE = SEVERITY_STATUS + severities.length * alertStatuses.length;
const ALL_THREE = USE_CASE + useCases.names.length;
const CAMERA = ALL_THREE + useCases.names.length * severities.length * alertStatuses.length;

const cellName = (place: number, world: World): string => {
  const tell = (cube: string, camera: string, useCase: number, rest: number) =>
    `${cube}\t%\t${camera}\t${useCases.names[useCase] ?? "\\N"}\t${severities[Math.floor(rest / 4)] ?? "\\N"}\t${
      rest < 0 ? "\\N" : alertStatuses[rest % 4]
    }`;
  if (place < SEVERITY_STATUS) return tell("all", "\\N", -1, -1);
  if (place < USE_CASE) return tell("severity_status", "\\N", -1, place - SEVERITY_STATUS);
  if (place < ALL_THREE) return tell("use_case", "\\N", place - USE_CASE, -1);
  if (place >= CAMERA) return tell("camera", world.cameras[place - CAMERA] ?? "", -1, -1);
  const rest = place - ALL_THREE;
  return tell("use_case_severity_status", "\\N", Math.floor(rest / 20), rest % 20);
};

export interface Sinks {
  alerts: string[];
  events: string[];
  open_dedup_keys: string[];
  alert_counts: string[];
}

export interface Span {
  alerts: number;
  fromMs: number;
  untilMs: number;
}

/**
 * Creates the COPY rows of `alerts` and related tables, in order of creation. Every second alert belongs to the
 * first organization, and the others are distributed evenly. `next` appends the rows of alert `i`. `end` appends
 * the counts of the remaining days.
 */
export function rowMaker(worlds: readonly World[], span: Span, random: () => number, out: Sinks) {
  const stepMs = (span.untilMs - span.fromMs) / span.alerts;
  const inFirst = Math.ceil(span.alerts / 2);
  const rareEvery = Math.max(1, Math.floor(inFirst / RARE));
  const rareCameraEvery = Math.max(1, Math.floor(inFirst / RARE_CAMERA));
  const days = new Map<number, Int32Array[]>();
  let newestDay = 0;

  function tellDay(day: number): void {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    for (const [n, cells] of (days.get(day) ?? []).entries()) {
      const world = worlds[n];
      if (!world) continue;
      for (let place = 0; place * QUARTERS < cells.length; place += 1) {
        const sums: number[] = [];
        let sum = 0;
        for (let q = place * QUARTERS; q < (place + 1) * QUARTERS; q += 1) {
          sum += cells[q] ?? 0;
          sums.push(sum);
        }
        if (sum === 0) continue;
        out.alert_counts.push(`${world.id}\t${cellName(place, world).replace("%", date)}\t{${sums.join()}}\n`);
      }
    }
    days.delete(day);
  }

  function count(n: number, at: number, places: readonly number[]): void {
    const day = Math.floor(at / DAY_MS);
    let cells = days.get(day);
    if (!cells) {
      cells = worlds.map(({ cameras }) => new Int32Array((CAMERA + cameras.length) * QUARTERS));
      days.set(day, cells);
    }
    const quarter = Math.floor((at - day * DAY_MS) / QUARTER_MS);
    const own = cells[n];
    if (own) for (const place of places) own[place * QUARTERS + quarter] = (own[place * QUARTERS + quarter] ?? 0) + 1;
  }

  function next(i: number): void {
    const n = i % 2 === 0 || worlds.length === 1 ? 0 : 1 + (((i - 1) / 2) % (worlds.length - 1));
    const world = worlds[n];
    if (!world) return;
    const isFirst = n === 0;
    const nth = i >>> 1;
    // Each rare value occurs once per `rareEvery` alerts of the first organization, near the middle of that
    // segment. No alert has two rare values.
    const rarity = isFirst ? (nth % rareEvery) - (rareEvery >>> 1) : -1;
    const [r1, r2, r3] = [random(), random(), random()];
    const useCaseAt = rarity === 0 ? useCases.names.length - 1 : (distributions.useCase[r1 % 1_000] ?? 0);
    const severityAt = distributions.severity[(r1 >>> 10) % 1_000] ?? 0;
    const statusAt = distributions.status[(r1 >>> 20) % 1_000] ?? 0;
    const tagSet = tagData.sets[rarity === 1 ? 5 : (distributions.tags[r2 % 1_000] ?? 0)];
    const word = titleWords.subjects[rarity === 2 ? 4 : (distributions.word[(r2 >>> 10) % 1_000] ?? 0)];
    const who = (r2 >>> 20) % 1_000;
    const memberAt =
      isFirst && rarity === 3
        ? 2
        : who < 600
          ? -1
          : who < 900
            ? 0
            : who < 910
              ? 1
              : FIRST_SHARED + (who % Math.max(1, world.members.length - FIRST_SHARED));
    const where = r3 % 1_000;
    const cameraAt = !isFirst
      ? r3 % world.cameras.length
      : nth % rareCameraEvery === rareCameraEvery >>> 2
        ? 2
        : where < 600
          ? 0
          : where < 610
            ? 1
            : FIRST_SHARED + ((r3 >>> 10) % (world.cameras.length - FIRST_SHARED));

    const created = Math.floor(span.fromMs + i * stepMs);
    const id = idAt(created, i & 0x7ff, random);
    const late = (r3 >>> 8) % 1_000;
    const occurred = created - (late < 970 ? (r2 % 600) * 997 : (r1 % 1_380) * MINUTE_MS);
    const status = alertStatuses[statusAt] ?? "open";
    const isOpen = status === "open";
    const isDone = status === "resolved" || status === "dismissed";
    const worked = (r1 >>> 4) % 100 === 0 ? (r2 >>> 6) % (5 * DAY_MS) : (r2 >>> 6) % (2 * 60 * MINUTE_MS);
    const updated = isOpen ? created : Math.min(span.untilMs, created + worked);
    const member = world.members[memberAt] ?? world.members[0];
    const person = `user\t${member}\tPerson`;
    const acknowledged = isOpen ? "\\N\t\\N\t\\N\t\\N" : `${moment(created + ((updated - created) >>> 1))}\t${person}`;
    const resolved = isDone ? `${moment(updated)}\t${person}` : "\\N\t\\N\t\\N\t\\N";
    const useCase = useCases.names[useCaseAt];
    const severity = severities[severityAt];
    const place = `${r3 & 1 ? "gate" : "dock"} ${(r3 >>> 3) % 24}`;
    const title = word ? `${word} at ${place}` : null;
    const description =
      (r2 >>> 3) % 5 === 0 ? `Stayed ${r1 % 90} seconds in the marked zone of ${place}, then left` : "\\N";
    const key = (r1 >>> 7) % 10 === 0 ? `track-${i}` : "\\N";
    const media =
      (r3 >>> 5) % 10 < 3 ? `[{"url":"https://media.example.test/${r1 % 4_096}/${i}.jpg","type":"image"}]` : "[]";
    const metadata = `{"zone":"${place}","model":"detector-5.${r1 % 10}","track":${r2},"box":[${r1 & 1023},${r2 & 1023},${r3 & 1023},64]}`;
    const disposition = isDone ? (status === "resolved" ? "true_positive" : "false_positive") : "\\N";
    const version = isOpen ? 1 : isDone ? 3 : 2;
    const createdText = moment(created);
    const occurredText = moment(occurred);
    const camera = world.cameras[cameraAt];

    out.alerts.push(
      `${world.id}\t${id}\t${camera}\t${useCase}\t${status}\t${severity}\t${title ?? "\\N"}\t${description}\t${occurredText}\t${key}\t0.${
        50 + (r1 % 50)
      }\t${media}\t${tagSet}\t${metadata}\t${memberAt < 0 ? "\\N" : member}\t${disposition}\t\\N\t1\t${occurredText}\tapi_key\t${
        world.keyId
      }\tBench key\t${createdText}\t${moment(updated)}\t${acknowledged}\t${resolved}\t${version}\n`,
    );
    // Events get increasing transaction IDs, all lower than the ID of any running transaction.
    const transaction = 3 + Math.floor((i / span.alerts) * 500);
    out.events.push(
      `${world.id}\t${idAt(created, 0x800 | (i & 0x7ff), random)}\talert.created\t${id}\tapi_key\t${world.keyId}\tBench key\t{"alert":{"title":${
        title === null ? "null" : `"${title}"`
      },"status":"open","version":1,"severity":"${severity}","use_case":"${useCase}","camera_id":"${camera}"}}\t${createdText}\t${transaction}\n`,
    );
    if (key !== "\\N" && !isDone) out.open_dedup_keys.push(`${world.id}\t${key}\t${id}\n`);

    const both = severityAt * 4 + statusAt;
    count(n, occurred, [
      0,
      SEVERITY_STATUS + both,
      USE_CASE + useCaseAt,
      ALL_THREE + useCaseAt * 20 + both,
      CAMERA + cameraAt,
    ]);
    const day = Math.floor(created / DAY_MS);
    if (day === newestDay) return;
    newestDay = day;
    // An alert occurs at most a day before it is created, so the counts of older days are complete.
    for (const known of [...days.keys()]) if (known < day - 1) tellDay(known);
    minutes.clear();
  }

  const end = () => {
    for (const day of [...days.keys()]) tellDay(day);
  };
  return { next, end };
}
