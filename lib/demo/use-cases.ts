import type { Severity } from "@/lib/values";
import type { View } from "./sites";

/** The time when a use case happens: during work, outside of work, at shift changes, or at any time. */
export type Rhythm = "work" | "night" | "shift_change" | "any";

/** How a use case behaves in the demo. Its texts contain the placeholders `{place}`, `{minutes}` and `{count}`. */
export interface UseCase {
  rhythm: Rhythm;
  severity: Partial<Record<Severity, number>>;
  /** The mean and the standard deviation of the detector's confidence. */
  confidence: readonly [mean: number, deviation: number];
  /** The share of alerts that are false positives, from 0 to 1. */
  falsePositives: number;
  /** Whether the incident continues until someone ends it. The partner then sends a `dedup_key`. */
  goesOn: boolean;
  tag: "safety" | "security" | "flow";
  /** Pairs of a title and its description. */
  texts: readonly (readonly [title: string, description: string])[];
  /** Possible reasons for dismissing an alert of this use case. */
  innocent: readonly string[];
}

/** The demo's use cases, by their name in the API. */
export const demoUseCases = {
  intrusion: {
    rhythm: "night",
    severity: { critical: 3, high: 5, medium: 2 },
    confidence: [0.82, 0.1],
    falsePositives: 0.24,
    goesOn: false,
    tag: "security",
    texts: [
      [
        "Person in a closed area at {place}",
        "One person entered the restricted zone and stayed in view for {minutes} min.",
      ],
      ["Line crossed at {place}", "A person crossed the virtual line from outside to inside."],
      ["Movement after hours at {place}", "{count} people were seen in a zone that is closed at this hour."],
    ],
    innocent: ["Security guard on the round", "A fox", "Headlights on the fence", "Maintenance, announced"],
  },
  loitering: {
    rhythm: "night",
    severity: { high: 1, medium: 5, low: 4 },
    confidence: [0.74, 0.12],
    falsePositives: 0.3,
    goesOn: true,
    tag: "security",
    texts: [
      ["Loitering at {place}", "{count} people are standing together where no one works at this hour."],
      ["Person waiting at {place} for {minutes} min", "A person has stayed in the zone without leaving it."],
    ],
    innocent: ["Driver waiting for a slot", "Smoking break", "Taxi picking up staff"],
  },
  tailgating: {
    rhythm: "shift_change",
    severity: { high: 3, medium: 6, low: 1 },
    confidence: [0.79, 0.1],
    falsePositives: 0.18,
    goesOn: false,
    tag: "security",
    texts: [
      ["Tailgating at {place}", "The door was held open and a second person walked in."],
      ["{count} people on one badge at {place}", "{count} people passed the door during one badge event."],
    ],
    innocent: ["Visitor with an escort", "Colleague badged at the second reader", "Trolley seen as a person"],
  },
  ppe_missing: {
    rhythm: "work",
    severity: { high: 2, medium: 6, low: 3 },
    confidence: [0.77, 0.11],
    falsePositives: 0.15,
    goesOn: false,
    tag: "safety",
    texts: [
      [
        "No high-visibility vest at {place}",
        "One person without the required vest in the marked area for {minutes} min.",
      ],
      ["No helmet at {place}", "{count} people in the area, one of them without a helmet."],
      [
        "Protective gear missing at {place}",
        "A person works without gloves or glasses at a place where both are required.",
      ],
    ],
    innocent: ["Vest under an open jacket", "Driver inside the marked walkway", "Visitor vest in another color"],
  },
  forklift_near_miss: {
    rhythm: "work",
    severity: { critical: 2, high: 6, medium: 2 },
    confidence: [0.8, 0.09],
    falsePositives: 0.12,
    goesOn: false,
    tag: "safety",
    texts: [
      ["Forklift close to a person at {place}", "A moving forklift came closer than 1.5 m to a person on foot."],
      ["Near miss at {place}", "Forklift and pedestrian crossed within two seconds of each other."],
    ],
    innocent: ["Forklift was parked", "Driver getting off", "Behind the safety rail"],
  },
  blocked_exit: {
    rhythm: "work",
    severity: { critical: 1, high: 5, medium: 4 },
    confidence: [0.88, 0.06],
    falsePositives: 0.08,
    goesOn: true,
    tag: "safety",
    texts: [
      ["Emergency exit blocked at {place}", "Goods have stood in front of the emergency exit for {minutes} min."],
      ["Escape route obstructed at {place}", "{count} pallets are inside the yellow marking of the escape route."],
    ],
    innocent: ["Pallet jack passing through", "Marking was moved last week"],
  },
  wrong_way_vehicle: {
    rhythm: "work",
    severity: { high: 4, medium: 5, low: 1 },
    confidence: [0.84, 0.08],
    falsePositives: 0.1,
    goesOn: false,
    tag: "safety",
    texts: [
      ["Vehicle in the wrong direction at {place}", "A van turned into the exit lane and went on against the traffic."],
      ["Wrong-way truck at {place}", "A truck drove against the one-way direction for {minutes} min."],
    ],
    innocent: ["Reversing under guidance", "Yard tractor with permission"],
  },
  unattended_pallet: {
    rhythm: "work",
    severity: { medium: 3, low: 6, info: 2 },
    confidence: [0.81, 0.09],
    falsePositives: 0.14,
    goesOn: true,
    tag: "flow",
    texts: [
      ["Pallet left at {place}", "A loaded pallet stands in the driving lane."],
      [
        "Goods unattended at {place} for {minutes} min",
        "{count} pallets have not moved, outside the storage positions.",
      ],
    ],
    innocent: ["Staged for the next trailer", "Empty pallets for collection"],
  },
  queue_length: {
    rhythm: "shift_change",
    severity: { medium: 2, low: 5, info: 4 },
    confidence: [0.9, 0.05],
    falsePositives: 0.05,
    goesOn: true,
    tag: "flow",
    texts: [
      ["{count} vehicles waiting at {place}", "The last of {count} vehicles has been waiting for {minutes} min."],
      ["Queue at {place}", "The queue is longer than the lane and reaches the road."],
    ],
    innocent: ["Convoy that was announced", "Parked vehicles counted"],
  },
  smoke_detected: {
    rhythm: "any",
    severity: { critical: 8, high: 2 },
    confidence: [0.71, 0.13],
    falsePositives: 0.7,
    goesOn: true,
    tag: "safety",
    texts: [
      ["Smoke at {place}", "Gray haze is rising in the upper half of the picture."],
      ["Smoke or steam at {place}", "Haze was seen for {minutes} min."],
    ],
    innocent: ["Steam from the freezer door", "Exhaust of a cold engine", "Dust while sweeping", "Fog"],
  },
} as const satisfies Record<string, UseCase>;

export type UseCaseName = keyof typeof demoUseCases;

/** The use cases of each view, with their relative frequency. */
export const useCasesOf: Record<View, Partial<Record<UseCaseName, number>>> = {
  dock: { ppe_missing: 3, forklift_near_miss: 1.6, unattended_pallet: 2.2, blocked_exit: 1, smoke_detected: 0.04 },
  yard: { wrong_way_vehicle: 2, loitering: 1.4, intrusion: 0.8, ppe_missing: 1 },
  gate: { queue_length: 3.2, wrong_way_vehicle: 0.9, tailgating: 0.8, loitering: 0.6 },
  aisle: { forklift_near_miss: 1.8, ppe_missing: 1.2, blocked_exit: 0.8, unattended_pallet: 1, smoke_detected: 0.05 },
  entrance: { tailgating: 2.6, loitering: 0.9, queue_length: 0.5 },
  fence: { intrusion: 1.6, loitering: 1.5 },
};

const OUTSIDE = 0.06;

function hump(hour: number, peak: number, width: number): number {
  const distance = Math.min(Math.abs(hour - peak), 24 - Math.abs(hour - peak));
  return Math.exp(-((distance / width) ** 2));
}

/**
 * Returns how often a use case happens at a local hour, as a weight to compare with other hours.
 * @param weekday the day of the week, where 0 is Sunday.
 */
export function activityAt(rhythm: Rhythm, hour: number, weekday: number): number {
  const weekend = weekday === 0 || weekday === 6;
  switch (rhythm) {
    case "work":
      return (OUTSIDE + 0.9 * hump(hour, 10, 3) + 0.8 * hump(hour, 15, 2.6)) * (weekend ? 0.25 : 1);
    case "shift_change": {
      const changes = hump(hour, 6, 1.3) + 0.9 * hump(hour, 14, 1.5) + 0.6 * hump(hour, 22, 1.2);
      return (OUTSIDE + changes) * (weekend ? 0.4 : 1);
    }
    case "night":
      return (0.1 + hump(hour, 1.5, 3.8)) * (weekend ? 1.5 : 1);
    case "any":
      return 0.5;
  }
}
