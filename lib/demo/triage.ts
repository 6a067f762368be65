import type { Actor } from "@/lib/auth/context";
import { MINUTE_MS } from "@/lib/time";
import type { AlertStatus, Disposition, Severity } from "@/lib/values";
import type { Random } from "./random";
import type { UseCase } from "./use-cases";

/** The median minutes until an alert is acknowledged, and from then until it is closed. */
const reactionMinutes: Record<Severity, readonly [acknowledge: number, close: number]> = {
  critical: [1.5, 22],
  high: [4, 18],
  medium: [11, 24],
  low: [32, 40],
  info: [70, 60],
};
const SPREAD = 0.9;
/** The factor by which triage of recent alerts takes longer, because the current shift is behind. */
const BACKLOG = 16;
const BACKLOG_FADES_H = 7;
const FORGOTTEN = 0.004;
const CLOSED_WITHOUT_ACKNOWLEDGING = 0.22;
const CLOSED_BY_GATEWAY = 0.35;

/** The actors who triage the demo's alerts: two people and the gateway. IDs are UUIDs. */
export interface Team {
  admin: Actor;
  support: Actor;
  gateway: Actor;
}

/** The current state of an alert after triage. Closed means resolved or dismissed. */
export interface TriageOutcome {
  status: AlertStatus;
  acknowledged: { at: Date; by: Actor } | null;
  closed: { at: Date; by: Actor } | null;
  disposition: Disposition | null;
  dispositionReason: string | null;
  /**
   * The assignee's UUID. With `assignedLater`, the person who acknowledged the alert assigned it. Otherwise, it
   * was assigned at creation.
   */
  assigneeId: string | null;
  assignedLater: boolean;
}

/** Simulates how people triage an alert between its creation and `now`, and returns its state at `now`. */
export function handleAlert(
  random: Random,
  alert: { createdAt: Date; severity: Severity; useCase: UseCase },
  team: Team,
  now: Date,
): TriageOutcome {
  const ageMs = now.getTime() - alert.createdAt.getTime();
  const slowness = 1 + BACKLOG * Math.exp(-ageMs / (BACKLOG_FADES_H * 60 * MINUTE_MS));
  const [acknowledge, close] = reactionMinutes[alert.severity];
  const after = (start: Date, minutes: number) =>
    new Date(start.getTime() + Math.round(random.around(minutes, SPREAD) * slowness * MINUTE_MS));
  const person = random.chance(0.82) ? team.support : team.admin;
  const skipsAcknowledging = random.chance(CLOSED_WITHOUT_ACKNOWLEDGING);
  const firstAt = after(alert.createdAt, acknowledge);
  const closedAt = after(firstAt, skipsAcknowledging ? close / 4 : close);
  const isForgotten = !alert.useCase.goesOn && alert.severity !== "critical" && random.chance(FORGOTTEN);
  const isDismissed = random.chance(alert.useCase.falsePositives);
  const endsAlone = alert.useCase.tag === "flow" && !isDismissed && random.chance(CLOSED_BY_GATEWAY);
  const takesIt = random.chance(0.55);
  const givenOnArrival = alert.severity === "critical" && random.chance(0.3);

  const acknowledged = !skipsAcknowledging && firstAt <= now ? { at: firstAt, by: person } : null;
  const closed = !isForgotten && closedAt <= now ? { at: closedAt, by: endsAlone ? team.gateway : person } : null;
  const assignedLater = !givenOnArrival && acknowledged !== null && takesIt;
  const judgement = closed === null ? null : judge(random, alert.useCase, isDismissed, endsAlone);
  return {
    status: closed ? (isDismissed ? "dismissed" : "resolved") : acknowledged ? "acknowledged" : "open",
    acknowledged,
    closed,
    disposition: judgement?.disposition ?? null,
    dispositionReason: judgement?.reason ?? null,
    assigneeId: givenOnArrival ? team.support.id : assignedLater ? person.id : null,
    assignedLater,
  };
}

function judge(random: Random, useCase: UseCase, isDismissed: boolean, endsAlone: boolean) {
  if (endsAlone) return { disposition: null, reason: null };
  if (!isDismissed) {
    const disposition = random.weighted({ true_positive: 90, test: 2, other: 3, none: 5 });
    return { disposition: disposition === "none" ? null : disposition, reason: null };
  }
  const disposition: Disposition = random.weighted({ false_positive: 84, duplicate: 9, test: 3, other: 4 });
  const innocent = disposition === "false_positive" && random.chance(0.7);
  return { disposition, reason: innocent ? random.pick(useCase.innocent) : null };
}
