import { describe, expect, test } from "vitest";
import { eventValidators } from "@/e2e/fixtures/event-schemas";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { timeOfId } from "@/lib/db/ids";
import { type DemoAlert, makeAlerts } from "./alerts";
import { placeCameras, toCameraRow } from "./cameras";
import { createRandom } from "./random";
import { countUsage, makeEvents, makeRequests } from "./records";
import type { Team } from "./triage";

const now = new Date("2026-03-31T10:17:23.456Z");
const organizationId = "019d1037-4fc3-7000-834a-e3ff64d909b8";
const team: Team = {
  admin: { kind: "user", id: "019d1037-4fc3-7000-834a-000000000001", name: "Admin" },
  support: { kind: "user", id: "019d1037-4fc3-7000-834a-000000000002", name: "Support" },
  gateway: { kind: "api_key", id: "019d1037-4fc3-7000-834a-000000000003", name: "Gateway" },
};

function make(seed: number): DemoAlert[] {
  const random = createRandom(seed);
  return makeAlerts(random, { organizationId, cameras: placeCameras(random, now).cameras, team, now });
}

const alerts = make(7);
const rows = alerts.map(({ row }) => row);

describe("demo alerts", () => {
  test("are the same for the same seed and time, and differ for another seed", () => {
    expect(make(7)).toEqual(alerts);
    expect(make(8)[0]?.row.id).not.toBe(rows[0]?.id);
  });

  test("are about 20,000 over 30 days, none of them in the future", () => {
    expect(rows.length).toBeGreaterThan(19_000);
    expect(rows.length).toBeLessThan(21_500);
    const times = rows.flatMap((row) => [row.createdAt, row.updatedAt, row.lastOccurredAt]);
    expect(times.every((time) => time <= now)).toBe(true);
    expect(now.getTime() - (rows[0]?.createdAt.getTime() ?? 0)).toBeGreaterThan(29 * 86_400_000);
  });

  test("have IDs that sort by creation and contain the creation time", () => {
    expect(rows.every((row) => timeOfId(row.id).getTime() === row.createdAt.getTime())).toBe(true);
    const ids = rows.map((row) => row.id);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(rows.every((row) => row.occurredAt < row.createdAt)).toBe(true);
  });

  test("have times and people matching their status, and a disposition only when closed", () => {
    for (const row of rows) {
      const isClosed = row.status === "resolved" || row.status === "dismissed";
      expect(row.resolvedAt !== null && row.resolvedById !== null).toBe(isClosed);
      if (row.status === "acknowledged") expect(row.acknowledgedAt).not.toBeNull();
      if (row.status === "open") expect(row.acknowledgedAt).toBeNull();
      if (!isClosed) expect(row.disposition).toBeNull();
    }
  });

  test("never share a dedup key while open", () => {
    const closedAt = new Map<string, number>();
    for (const row of rows) {
      if (row.dedupKey === null) continue;
      expect(closedAt.get(row.dedupKey) ?? 0).toBeLessThanOrEqual(row.createdAt.getTime());
      closedAt.set(row.dedupKey, row.resolvedAt?.getTime() ?? Number.POSITIVE_INFINITY);
    }
    expect(rows.some((row) => row.occurrenceCount > 3)).toBe(true);
  });

  test("are more frequent on Tuesdays than on Sundays", () => {
    const onWeekday = (weekday: number) => rows.filter((row) => row.createdAt.getUTCDay() === weekday).length;
    expect(onWeekday(2)).toBeGreaterThan(1.5 * onWeekday(0));
  });
});

test("records events that lead each new alert to its current status", () => {
  const status = new Map<string, unknown>();
  for (const event of makeEvents(createRandom(3), organizationId, alerts)) {
    if (event.type === "alert.created") status.set(event.subjectId, "open");
    const changes = event.data.changes as { status?: { from: string; to: string } } | undefined;
    if (!changes?.status) continue;
    expect(status.get(event.subjectId)).toBe(changes.status.from);
    status.set(event.subjectId, changes.status.to);
  }
  expect(status.size).toBe(500);
  for (const row of rows.slice(-500)) expect(status.get(row.id)).toBe(row.status);
});

test("counts key usage from the key's request log", () => {
  const log = makeRequests(createRandom(3), organizationId, team.gateway, alerts);
  const usage = countUsage(log);
  expect(usage.length).toBe(31);
  const counted = usage.reduce((sum, day) => sum + day.ok + day.rateLimited + day.denied + day.invalid + day.failed, 0);
  expect(counted).toBe(log.length);
});

test("creates 40 cameras at five sites with unique IDs and external IDs", () => {
  const random = createRandom(5);
  const { sites, cameras } = placeCameras(random, now);
  const stored = cameras.map((camera, index) => toCameraRow(random, organizationId, camera, index, now));
  expect(sites.length).toBe(5);
  expect(new Set(stored.map((row) => row.externalId)).size).toBe(40);
  expect(new Set(stored.map((row) => row.id)).size).toBe(40);
  expect(stored.filter((row) => row.lastSeenAt === null).length).toBe(1);
});

test("the demo's events have the data that their JSON Schemas describe", () => {
  const validators = eventValidators({ closed: true });
  for (const { type, data } of makeEvents(createRandom(3), organizationId, alerts)) {
    const alert = { id: `alert_${EXAMPLE_SUFFIX}`, ...(data.alert as object) };
    expect(validators[type].data({ ...data, alert })).toEqual([]);
  }
});
