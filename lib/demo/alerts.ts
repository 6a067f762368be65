import type { alerts } from "@/lib/db/tables/alerts";
import { type Detection, listDetections, type PlacedCamera } from "./detections";
import { createIdMinter } from "./minted-ids";
import type { Random } from "./random";
import { handleAlert, type Team, type TriageOutcome } from "./triage";
import { demoUseCases, type UseCase } from "./use-cases";

/** A row of the alerts table with all columns. */
type AlertRow = Required<typeof alerts.$inferInsert>;

/** An alert to store, with the data for its events and requests. */
export interface DemoAlert {
  row: AlertRow;
  outcome: TriageOutcome;
  /** The times of repeated detections, which incremented the alert's counter. */
  repeatedAt: Date[];
}

const TAGGED = 0.2;
const extraTags = ["follow-up", "contractor", "shift-lead-informed", "training"];
const DETECTOR_VERSION = "3.2.1";

/**
 * Returns the demo's alerts in order of creation, and stores nothing. Detections are replayed one by one, like API
 * requests. If an open or acknowledged alert has the detection's `dedup_key`, the detection increments that
 * alert's counter.
 */
export function makeAlerts(
  random: Random,
  options: { organizationId: string; cameras: readonly PlacedCamera[]; team: Team; now: Date },
): DemoAlert[] {
  const mintId = createIdMinter(random);
  const list: DemoAlert[] = [];
  const latestOf = new Map<string, DemoAlert>();
  for (const detection of listDetections(random, options.cameras, options.now)) {
    const dedupKey = dedupKeyOf(detection);
    const earlier = dedupKey === null ? undefined : latestOf.get(dedupKey);
    if (earlier && isOpenAt(earlier, detection.receivedAt)) {
      countOn(earlier, detection);
      continue;
    }
    const id = mintId(detection.receivedAt);
    const alert = makeAlert(random, { ...options, detection, dedupKey, id });
    list.push(alert);
    if (dedupKey !== null) latestOf.set(dedupKey, alert);
  }
  return list;
}

function dedupKeyOf({ camera, useCase }: Detection): string | null {
  return demoUseCases[useCase].goesOn ? `${camera.externalId}/${useCase}` : null;
}

function isOpenAt({ outcome }: DemoAlert, at: Date): boolean {
  return outcome.closed === null || outcome.closed.at > at;
}

function countOn({ row, repeatedAt }: DemoAlert, { occurredAt, receivedAt }: Detection): void {
  row.occurrenceCount = (row.occurrenceCount ?? 1) + 1;
  row.lastOccurredAt = later(row.lastOccurredAt, occurredAt);
  row.updatedAt = later(row.updatedAt, receivedAt);
  repeatedAt.push(receivedAt);
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}

function makeAlert(
  random: Random,
  {
    organizationId,
    detection,
    dedupKey,
    id,
    team,
    now,
  }: {
    organizationId: string;
    detection: Detection;
    dedupKey: string | null;
    id: string;
    team: Team;
    now: Date;
  },
): DemoAlert {
  const { camera, occurredAt, receivedAt: createdAt } = detection;
  const useCase: UseCase = demoUseCases[detection.useCase];
  const severity = random.weighted(useCase.severity);
  const outcome = handleAlert(random, { createdAt, severity, useCase }, team, now);
  const { acknowledged, closed } = outcome;
  const { title, description } = describeDetection(random, useCase, camera.name);
  const row: AlertRow = {
    organizationId,
    id,
    cameraId: camera.id,
    useCase: detection.useCase,
    status: outcome.status,
    severity,
    title,
    description,
    occurredAt,
    dedupKey,
    confidence: confidenceOf(random, useCase, outcome),
    media: [],
    tags: random.chance(TAGGED) ? [useCase.tag, random.pick(extraTags)] : [useCase.tag],
    metadata: {
      zone: camera.externalId.slice(camera.site.code.length + 1),
      detector: `${detection.useCase}-${DETECTOR_VERSION}`,
      track_id: random.integer(1_000, 99_999),
    },
    assigneeId: outcome.assigneeId,
    disposition: outcome.disposition,
    dispositionReason: outcome.dispositionReason,
    occurrenceCount: 1,
    lastOccurredAt: occurredAt,
    sourceKind: team.gateway.kind,
    sourceId: team.gateway.id,
    sourceName: team.gateway.name,
    createdAt,
    updatedAt: closed?.at ?? acknowledged?.at ?? createdAt,
    acknowledgedAt: acknowledged?.at ?? null,
    acknowledgedByKind: acknowledged?.by.kind ?? null,
    acknowledgedById: acknowledged?.by.id ?? null,
    acknowledgedByName: acknowledged?.by.name ?? null,
    resolvedAt: closed?.at ?? null,
    resolvedByKind: closed?.by.kind ?? null,
    resolvedById: closed?.by.id ?? null,
    resolvedByName: closed?.by.name ?? null,
    version: 1 + (acknowledged ? 1 : 0) + (closed ? 1 : 0),
  };
  return { row, outcome, repeatedAt: [] };
}

/** Returns a detector's confidence, which is lower on average for false positives. */
function confidenceOf(
  random: Random,
  { confidence: [mean, deviation] }: UseCase,
  { disposition }: TriageOutcome,
): number {
  const doubt = disposition === "false_positive" ? 0.13 : 0;
  const value = mean - doubt + deviation * random.normal();
  return Math.round(Math.min(0.99, Math.max(0.35, value)) * 100) / 100;
}

/** Returns a title and a description as the use case's detector would write them. */
export function describeDetection(
  random: Random,
  useCase: UseCase,
  place: string,
): { title: string; description: string } {
  const facts: Record<string, string> = {
    place,
    minutes: String(random.integer(2, 14)),
    count: String(random.integer(2, 5)),
  };
  const fill = (template: string) => template.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? "");
  const [title, description] = random.pick(useCase.texts);
  return { title: fill(title), description: fill(description) };
}
