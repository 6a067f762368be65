import { HOUR_MS, MINUTE_MS } from "@/lib/time";
import type { Random } from "./random";
import type { DemoCamera, DemoSite } from "./sites";
import { activityAt, demoUseCases, type UseCaseName, useCasesOf } from "./use-cases";

const DEMO_DAYS = 30;
/**
 * The number of detections that aren't repetitions. About 20,000 of them create an alert. The others increment the
 * counter of an open one.
 */
const DEMO_DETECTIONS = 23_500;
/** The probability that a detection of an ongoing incident is repeated. */
const REPEATS = 0.4;

/** A camera of the demo with its ID and site. */
export interface PlacedCamera extends DemoCamera {
  id: string;
  site: DemoSite;
  /** The time when the camera stopped detecting, or null. */
  silentSince: Date | null;
}

/** A detection, with the time when the partner's request for it arrived. */
export interface Detection {
  camera: PlacedCamera;
  useCase: UseCaseName;
  occurredAt: Date;
  receivedAt: Date;
}

/**
 * Notable incidents. On one day, between two local hours, a camera's detections of a use case are multiplied by
 * `times`.
 */
const incidents: readonly {
  externalId: string;
  useCase: UseCaseName;
  daysAgo: number;
  hours: readonly [from: number, to: number];
  times: number;
}[] = [
  { externalId: "rtm-quay-fence", useCase: "intrusion", daysAgo: 11, hours: [1, 4], times: 22 },
  { externalId: "ham-cold-dock-b", useCase: "smoke_detected", daysAgo: 19, hours: [10, 12], times: 90 },
  { externalId: "ewr-truck-gate", useCase: "queue_length", daysAgo: 6, hours: [5, 11], times: 6 },
  { externalId: "rno-shipping-dock", useCase: "blocked_exit", daysAgo: 3, hours: [13, 18], times: 9 },
  { externalId: "sin-airside-dock-2", useCase: "ppe_missing", daysAgo: 14, hours: [8, 16], times: 5 },
  { externalId: "rtm-dock-3-east", useCase: "forklift_near_miss", daysAgo: 2, hours: [13, 17], times: 7 },
];

interface LocalHour {
  start: number;
  hour: number;
  weekday: number;
  daysAgo: number;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function hoursOf(timezone: string, now: Date): LocalHour[] {
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hour: "2-digit",
    hourCycle: "h23",
    weekday: "short",
  });
  return Array.from({ length: DEMO_DAYS * 24 }, (_, index) => {
    const start = now.getTime() - (DEMO_DAYS * 24 - index) * HOUR_MS;
    const parts = clock.formatToParts(start);
    const read = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
    const daysAgo = Math.floor((now.getTime() - start) / (24 * HOUR_MS));
    return { start, hour: Number(read("hour")), weekday: weekdays.indexOf(read("weekday")), daysAgo };
  });
}

interface Habit {
  camera: PlacedCamera;
  useCase: UseCaseName;
  hours: readonly LocalHour[];
  /** `level` is how often a camera detects a use case. `trend` is the relative change of that within a month. */
  level: number;
  trend: number;
}

function expectedIn(habit: Habit, at: LocalHour): number {
  const { camera, useCase, level, trend } = habit;
  if (camera.silentSince && at.start + HOUR_MS > camera.silentSince.getTime()) return 0;
  const incident = incidents.find(
    (candidate) =>
      candidate.externalId === camera.externalId &&
      candidate.useCase === useCase &&
      candidate.daysAgo === at.daysAgo &&
      at.hour >= candidate.hours[0] &&
      at.hour < candidate.hours[1],
  );
  const activity = activityAt(demoUseCases[useCase].rhythm, at.hour, at.weekday);
  return level * activity * (1 + trend * (0.5 - at.daysAgo / DEMO_DAYS)) * (incident?.times ?? 1);
}

function habitsOf(random: Random, cameras: readonly PlacedCamera[], now: Date): Habit[] {
  const clocks = new Map<string, LocalHour[]>();
  return cameras
    .filter((camera) => camera.condition !== "pending")
    .flatMap((camera) => {
      const { timezone } = camera.site;
      const hours = clocks.get(timezone) ?? hoursOf(timezone, now);
      clocks.set(timezone, hours);
      const talkative = random.around(1, 0.45);
      return Object.entries(useCasesOf[camera.view]).map(([useCase, weight]) => ({
        camera,
        useCase: useCase as UseCaseName,
        hours,
        level: weight * talkative * random.around(1, 0.3),
        trend: random.between(-0.5, 0.5),
      }));
    });
}

/**
 * Returns the detections of the last 30 days in order of arrival. The same seed and time always give the same
 * result.
 */
export function listDetections(random: Random, cameras: readonly PlacedCamera[], now: Date): Detection[] {
  const habits = habitsOf(random, cameras, now);
  let weight = 0;
  for (const habit of habits) for (const at of habit.hours) weight += expectedIn(habit, at);
  const scale = DEMO_DETECTIONS / weight;
  const list: Detection[] = [];
  for (const habit of habits) {
    for (const at of habit.hours) {
      const count = random.poisson(expectedIn(habit, at) * scale);
      for (let i = 0; i < count; i += 1) list.push(...detect(random, habit, at));
    }
  }
  return list
    .filter(({ receivedAt }) => receivedAt <= now)
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
}

function detect(random: Random, { camera, useCase }: Habit, at: LocalHour): Detection[] {
  const first = at.start + Math.floor(random.between(0, HOUR_MS));
  const times = [first];
  if (demoUseCases[useCase].goesOn && random.chance(REPEATS)) {
    const repeats = random.integer(1, 6);
    for (let i = 0, time = first; i < repeats; i += 1) {
      time += Math.round(random.between(1, 6) * MINUTE_MS);
      times.push(time);
    }
  }
  return times.map((time) => ({
    camera,
    useCase,
    occurredAt: new Date(time),
    receivedAt: new Date(time + Math.round(random.around(2_600, 0.5))),
  }));
}
