import { describe, expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { createRandom } from "@/lib/demo/random";
import type { CameraStatus } from "@/lib/values";
import { applyHeartbeats, recordHeartbeat } from "./heartbeat";
import { readStatusHistory } from "./history";
import type { StatusHistory } from "./history-schema";
import { readCameraStatus } from "./reads";
import { sweepOrganization } from "./sweep";
import { changeCamera } from "./update";
import { readUptime } from "./uptime";

const FULL = process.env.SIGHTLINE_FULL === "1";
const HEARTBEATS = FULL ? 10_000 : 1_000;
const SEEDS = [1, 2, 3];
/**
 * The tests' time starts tomorrow at midnight. Sweeps of other tests use the real clock, so they don't affect
 * these cameras.
 */
const BASE = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000;
const S = 1_000;
const MINUTE = 60 * S;

type Entry = StatusHistory["data"][number];
interface Settings {
  enabled: boolean;
  heartbeat_timeout_s: number;
  offline_grace_s: number;
}
interface Beat {
  at: number;
  observed: number;
  fps?: number;
  reconnects?: number;
  error?: string;
}
type Fact = { beat: Beat } | { settings: Settings; at: number };

const iso = (time: number) => new Date(time).toISOString();

/**
 * Calculates the expected history from all events, without stored records or a sweep. Each event adds its
 * resulting status. If a grace period ended before the event, that change comes first.
 */
function toldHistory(facts: readonly Fact[], until: number): Entry[] {
  let settings: Settings = { enabled: true, heartbeat_timeout_s: 300, offline_grace_s: 60 };
  let newest: Beat | null = null;
  const entries: Entry[] = [];
  const tell = (at: number, to: CameraStatus, reason: Entry["reason"]) => {
    const last = entries.at(-1);
    if ((last?.to ?? "pending") === to) return;
    entries.push({ at: iso(Math.max(at, last ? Date.parse(last.at) : BASE)), from: last?.to ?? "pending", to, reason });
  };
  for (const [index, fact] of facts.entries()) {
    const now = "beat" in fact ? fact.beat.at : fact.at;
    let since = now;
    if ("settings" in fact) settings = fact.settings;
    else {
      const observed = Math.min(fact.beat.observed, now);
      if (newest === null || observed >= newest.observed) newest = { ...fact.beat, observed };
      since = newest.observed;
    }
    const patience = (settings.heartbeat_timeout_s + settings.offline_grace_s) * S;
    const end: number = newest === null ? Number.POSITIVE_INFINITY : newest.observed + patience;
    const next = facts[index + 1];
    const nextAt = next === undefined ? until : "beat" in next ? next.beat.at : next.at;
    if (!settings.enabled) tell(now, "disabled", "turned_off");
    else if (newest === null) tell(now, "pending", "never_seen");
    else if (now > end) tell("settings" in fact ? now : end, "offline", "heartbeats_stopped");
    else {
      if (newest.error) tell(since, "degraded", "error_reported");
      else if (newest.fps !== undefined && newest.fps < 5) tell(since, "degraded", "low_frame_rate");
      else if (newest.reconnects !== undefined && newest.reconnects > 3) tell(since, "degraded", "reconnecting");
      else tell(since, "online", "heartbeats_on_time");
      if (nextAt > end) tell(end, "offline", "heartbeats_stopped");
    }
  }
  return entries;
}

/** Calculates the expected uptime figures for the period between two times, which are in milliseconds since 1970. */
function toldUptime(entries: readonly Entry[], from: number, to: number) {
  const stretches = [
    { status: "pending", start: BASE },
    ...entries.map(({ at, to: status }) => ({ status, start: Date.parse(at) })),
  ];
  let [monitored, down, outages, longest] = [0, 0, 0, 0];
  for (const [index, { status, start }] of stretches.entries()) {
    const end = stretches[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const overlap = Math.max(0, Math.min(end, to) - Math.max(start, from));
    if (status !== "pending" && status !== "disabled") monitored += overlap;
    if (status === "offline") {
      down += overlap;
      longest = Math.max(longest, overlap);
      if (overlap > 0 || (start >= from && start < to)) outages += 1;
    }
  }
  return {
    uptime_percent: monitored === 0 ? null : Math.floor(((monitored - down) / monitored) * 100_000) / 1_000,
    monitored_s: monitored / S,
    downtime_s: down / S,
    outages,
    longest_outage_s: longest / S,
  };
}

async function wholeHistory(ctx: Context, id: string, at: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await readStatusHistory(
      ctx,
      id,
      { from: iso(BASE), limit: 200, ...(cursor && { cursor }) },
      new Date(at),
    );
    entries.push(...page.data);
    if (page.next_cursor === null) return entries.reverse();
    cursor = page.next_cursor;
  }
}

describe("history and uptime", () => {
  it.each(SEEDS)(
    "match an independent model over many heartbeats, silences, settings and sweeps (seed %i)",
    { timeout: 600_000 },
    async (seed) => {
      const random = createRandom(seed);
      const own = await createTestOrganization();
      const context = await own.context();
      const { id, uuid } = await own.camera({ createdAt: new Date(BASE), recordedSince: new Date(BASE) });
      const facts: Fact[] = [];
      let settings: Settings = { enabled: true, heartbeat_timeout_s: 300, offline_grace_s: 60 };
      let now = BASE;
      let [checks, sweeps, beats] = [0, 0, 0];
      const pass = () => {
        const kind = random.next();
        now += kind < 0.85 ? random.integer(0, 200) * S + random.integer(0, 999) : random.integer(200 * S, 40 * MINUTE);
        if (random.chance(0.02)) now += random.integer(1, 5) * 60 * MINUTE;
        // Some events happen within a millisecond of the end of a grace period.
        const last = facts.at(-1);
        if (last && "beat" in last && random.chance(0.03)) {
          const end = last.beat.observed + (settings.heartbeat_timeout_s + settings.offline_grace_s) * S;
          now = Math.max(now, end + random.integer(-1, 1));
        }
      };
      const nextBeat = (): Beat => {
        beats += 1;
        const beat: Beat = { at: now, observed: now };
        if (random.chance(0.15)) beat.observed = now - random.integer(0, 20 * MINUTE);
        else if (random.chance(0.03)) beat.observed = now + random.integer(1, 4 * MINUTE);
        if (random.chance(0.5)) beat.fps = random.chance(0.2) ? random.between(0, 5) : random.between(5, 30);
        if (random.chance(0.5)) beat.reconnects = random.chance(0.15) ? random.integer(4, 9) : random.integer(0, 3);
        if (random.chance(0.05)) beat.error = "lens covered";
        facts.push({ beat });
        return beat;
      };
      const wire = ({ at, observed, fps, reconnects, error }: Beat) => ({
        ...(observed !== at && { observed_at: iso(observed) }),
        ...(fps !== undefined && { fps }),
        ...(reconnects !== undefined && { reconnects }),
        ...(error !== undefined && { error }),
      });
      const check = async () => {
        checks += 1;
        const told = toldHistory(facts, now);
        expect(await wholeHistory(context, id, now)).toEqual(told);
        const from = BASE + random.integer(0, now - BASE);
        const to = from + random.integer(1, now - from + 60 * MINUTE);
        const query = { from: iso(from), to: iso(to), camera_id: [id], limit: 1 };
        const { data, summary } = await readUptime(context, query, new Date(now));
        const figures = toldUptime(told, from, Math.min(to, now));
        expect(data[0]).toMatchObject(figures);
        expect(summary).toEqual({ cameras: 1, ...figures });
        const { status, status_reason } = await readCameraStatus(context, id, new Date(now));
        const shown = status_reason === "heartbeat_late" ? "online" : status;
        expect(shown).toBe(told.at(-1)?.to ?? "pending");
      };

      while (beats < HEARTBEATS) {
        pass();
        if (random.chance(0.2)) sweeps += await sweepOrganization(context, { at: new Date(now) });
        const kind = random.next();
        if (kind < 0.9) await recordHeartbeat(context, id, wire(nextBeat()), new Date(now));
        else if (kind < 0.94) {
          const rows = Array.from({ length: random.integer(1, 8) }, () => ({ camera_id: id, ...wire(nextBeat()) }));
          expect(await applyHeartbeats(context, rows, new Date(now))).toEqual(rows.map(() => null));
        } else {
          settings = {
            enabled: random.chance(0.6),
            heartbeat_timeout_s: random.integer(60, 900),
            offline_grace_s: random.pick([0, 30, 60, 300]),
          };
          facts.push({ settings, at: now });
          await changeCamera(context, id, settings, null, new Date(now));
        }
        if (random.chance(50 / HEARTBEATS)) await check();
      }
      now += 24 * 60 * MINUTE;
      await check();
      await sweepOrganization(context, { at: new Date(now) });
      await check();
      const told = toldHistory(facts, now);
      const events = await database().sql`select data from events
        where subject_id = ${uuid} and type = 'camera.status_changed' order by id`;
      expect(events.map(({ data }) => ({ at: data.at, from: data.from, to: data.to, reason: data.reason }))).toEqual(
        told,
      );
      process.stdout.write(
        `history, seed ${seed}: ${beats} heartbeats over ${Math.round((now - BASE) / 86_400_000)} days, ${told.length} changes of status (${sweeps} by sweeps), ${checks} comparisons\n`,
      );
    },
  );
});
