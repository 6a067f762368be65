import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { isFailure } from "@/lib/errors";
import { alertSorts, alertStatuses, severities } from "@/lib/values";
import { changeAlert } from "./change";
import { addAlert, addAlerts } from "./create";
import { readAlerts } from "./reads";
import { type Alert, type AlertCreate, alertCreateSchema, alertListQuerySchema, alertUpdateSchema } from "./schema";

const FULL = process.env.SIGHTLINE_FULL === "1";
const ROUNDS = FULL ? 20 : 2;
const RUNS_PER_ROUND = FULL ? 52 : 50;
const WRITERS = 8;
/** A number of alerts that exceeds the rows read by the bounded scan. */
const DEEP_ROWS = 6_000;

const useCases = ["intrusion", "fire", "wrong_way"];
const words = ["gate", "100%", "a_b", "Öl", "x\\y"];
const tagNames = ["night", "day", "vip"];
/**
 * Ages slightly below the thresholds for late alerts and late changes. Up to 110 seconds are added at random, so
 * that only some exceed them.
 */
const LATE_S = 850;
const CHANGED_LATE_S = 7 * 86_400 - 50;
const random = (below: number) => Math.floor(Math.random() * below);
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const some = <T>(list: readonly T[]): T[] => list.filter(() => Math.random() < 0.3);

/** A state that the alert is known to have had between `from` and `until`, in milliseconds of the test's own clock. */
interface Known {
  alert: Alert;
  from: number;
  until: number;
  isBusy: boolean;
  /** Whether concurrent creates may add occurrences to this alert. The model doesn't track those. */
  isShared: boolean;
}

class World {
  readonly alerts = new Map<string, Known>();
  readonly cameras: { uuid: string; id: string; externalId: string }[] = [];
  readonly members: string[] = [];
  private constructor(
    readonly organization: TestOrganization,
    readonly ctx: Context,
  ) {}

  static async create(isDeep: boolean): Promise<World> {
    const organization = await createTestOrganization();
    const world = new World(organization, await organization.context());
    for (let i = 0; i < 3; i += 1) world.cameras.push(await organization.camera());
    for (let i = 0; i < 2; i += 1) await organization.person("support");
    const people = await database().sql<{ id: string }[]>`
      select user_id as id from memberships where organization_id = ${organization.id}`;
    world.members.push(...people.map(({ id }) => encodeId("user", id)));
    for (let rows = 0; rows < (isDeep ? DEEP_ROWS : 150); rows += 500) {
      // The first alerts have rare values. They are the oldest, so the bounded scan doesn't reach them.
      const list = Array.from({ length: isDeep ? 500 : 150 }, () => world.input(rows === 0));
      const { results } = await addAlerts(world.ctx, list);
      for (const { alert } of results) if (alert) world.learn(alert);
    }
    return world;
  }

  input(hasAll = true): AlertCreate {
    const all = hasAll ? 0 : 1;
    return alertCreateSchema.parse({
      camera_id: pick(this.cameras).externalId,
      use_case: pick(useCases.slice(all)),
      status: pick(alertStatuses.slice(all)),
      severity: pick(severities.slice(all)),
      title: pick([undefined, `Person at ${pick(words.slice(all))}`]),
      description: pick([undefined, `seen by ${pick(words.slice(all))}`]),
      tags: some(tagNames.slice(all)),
      assignee_id: pick([null, null, ...this.members.slice(all)]),
      occurred_at: new Date(
        Date.now() - pick([0, 0, LATE_S, CHANGED_LATE_S]) * 1_000 - random(100) * 1_000,
      ).toISOString(),
    });
  }

  learn(alert: Alert, isShared = false): void {
    const known = { alert, from: performance.now(), until: Number.POSITIVE_INFINITY, isBusy: false, isShared };
    this.alerts.set(alert.id, known);
  }

  async write(): Promise<void> {
    const dice = Math.random();
    if (dice < 0.35) {
      const key = Math.random() < 0.2 ? pick(["k1", "k2"]) : null;
      const alert = await addAlert(this.ctx, { ...this.input(), dedup_key: key });
      this.learn(alert, key !== null);
    } else if (dice < 0.37) {
      const [camera] = this.cameras.splice(0, 1, await this.organization.camera());
      await database().sql`update cameras set archived_at = now() where id = ${camera?.uuid ?? null}`;
    } else await this.change();
  }

  private async change(): Promise<void> {
    const known = pick([...this.alerts.values()]);
    if (known.isBusy) return;
    const { status, severity, title, tags, assignee_id } = this.input();
    const fields = { status, severity, title: title ?? null, tags, assignee_id };
    const change = Object.fromEntries(some(Object.entries(fields)));
    known.isBusy = true;
    known.until = performance.now();
    try {
      known.alert = await changeAlert(this.ctx, known.alert.id, alertUpdateSchema.parse(change), null);
      known.from = performance.now();
    } finally {
      known.until = Number.POSITIVE_INFINITY;
      known.isBusy = false;
    }
  }
}

const subset = <T extends string>(list: readonly T[]) => fc.subarray([...list], { minLength: 1 });
const seconds = fc.oneof(...[0, LATE_S, CHANGED_LATE_S].map((start) => fc.integer({ min: start, max: start + 110 })));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
/** Random filters. Cameras and people are indexes in the world's lists, and times are in seconds before the run. */
const queries = fc.record({
  status: maybe(subset(alertStatuses)),
  use_case: maybe(subset([...useCases, "unheard_of"])),
  severity: maybe(subset(severities)),
  tag: maybe(subset([...tagNames, "stranger's"])),
  assignee: maybe(subset(["0", "1", "none"])),
  camera: maybe(subset(["0", "1", "2"])),
  cameraByName: fc.boolean(),
  q: maybe(fc.constantFrom("GATE", "0%", "_", "öl", "x\\", "person at", "fire", "g", "nothing like it")),
  occurred: maybe(seconds),
  occurredUntil: maybe(seconds),
  created: maybe(seconds),
  createdFrom: maybe(seconds),
  updated: maybe(seconds),
  sort: fc.constantFrom(...alertSorts),
  limit: fc.integer({ min: 1, max: 60 }),
});
type Query = typeof queries extends fc.Arbitrary<infer T> ? T : never;

function toFilter(world: World, query: Query, started: number) {
  const ago = (s: number | undefined) => (s === undefined ? undefined : new Date(started - s * 1_000).toISOString());
  const before = (end: number | undefined, start = Number.POSITIVE_INFINITY) =>
    ago(end && end < start ? end : undefined);
  const cameras = query.camera?.map((place) => world.cameras[Number(place)]);
  return {
    status: query.status,
    use_case: query.use_case,
    severity: query.severity,
    tag: query.tag,
    assignee_id: query.assignee?.map((place) => world.members[Number(place)] ?? "none"),
    camera_id: cameras?.map((camera) => (query.cameraByName ? camera?.externalId : camera?.id) ?? ""),
    cameras: cameras?.map((camera) => camera?.id ?? ""),
    q: query.q,
    occurred_after: ago(query.occurred),
    occurred_before: before(query.occurredUntil, query.occurred),
    created_after: ago(query.createdFrom),
    created_before: before(query.created, query.createdFrom),
    updated_after: ago(query.updated),
  };
}

function matches(alert: Alert, filter: ReturnType<typeof toFilter>): boolean {
  const isIn = <T>(list: readonly T[] | undefined, value: T) => list === undefined || list.includes(value);
  const texts = [alert.title, alert.description, alert.use_case].map((text) => (text ?? "").toLowerCase());
  return (
    isIn(filter.status, alert.status) &&
    isIn(filter.use_case, alert.use_case) &&
    isIn(filter.severity, alert.severity) &&
    isIn(filter.cameras, alert.camera_id) &&
    isIn(filter.assignee_id, alert.assignee_id ?? "none") &&
    (filter.tag === undefined || alert.tags.some((tag) => isIn(filter.tag, tag))) &&
    (filter.q === undefined || texts.some((text) => text.includes((filter.q ?? "").toLowerCase()))) &&
    alert.occurred_at >= (filter.occurred_after ?? "") &&
    alert.occurred_at < (filter.occurred_before ?? "9999") &&
    alert.created_at >= (filter.created_after ?? "") &&
    alert.created_at < (filter.created_before ?? "9999") &&
    alert.updated_at >= (filter.updated_after ?? "")
  );
}

/** Reads all pages of a list. In ascending order, it stops at the first alert that was created after `started`. */
async function readAll(world: World, query: Query, started: number, scale: number): Promise<Alert[]> {
  const { cameras: _cameras, ...filter } = toFilter(world, query, started);
  const given = { ...filter, sort: query.sort, limit: String(Math.min(200, query.limit * scale)) };
  const seen: Alert[] = [];
  const end = new Date(started).toISOString();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readAlerts(world.ctx, alertListQuerySchema.parse({ ...given, ...(cursor && { cursor }) }));
    seen.push(...page.data);
    const isPast = query.sort === "created_at" && (page.data.at(-1)?.created_at ?? "") > end;
    cursor = isPast ? null : page.next_cursor;
  }
  return seen;
}

describe("paging while 8 writers create, change and archive", () => {
  it(
    "returns every unchanged match exactly once, without other organizations' rows",
    async () => {
      const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
      let [pages, expected, writes] = [0, 0, 0];
      for (let round = 0; round < ROUNDS; round += 1) {
        const isDeep = round % 4 === 1;
        const worlds = [await World.create(isDeep), await World.create(false)] as const;
        const [world, other] = worlds;
        const shown = new Set<string>();
        let isOver = false;
        const writers = Array.from({ length: WRITERS }, async (_, n) => {
          while (!isOver) {
            await worlds[n % 4 === 0 ? 1 : 0].write().catch((error) => {
              if (!isFailure(error)) throw error;
            });
            writes += 1;
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
        });
        const run = async (query: Query) => {
          const started = Date.now();
          const begin = performance.now();
          const filter = toFilter(world, query, started);
          const seen = await readAll(world, query, started, isDeep ? 10 : 1);
          const ids = seen.map(({ id }) => id);
          const times = new Map(seen.map((alert) => [alert.id, 0]));
          for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
          expect([...times].filter(([, count]) => count !== 1)).toEqual([]);
          const steady = [...world.alerts.values()].filter(({ from, until, isShared, isBusy, alert }) => {
            return (
              from <= begin && until === Number.POSITIVE_INFINITY && !isShared && !isBusy && matches(alert, filter)
            );
          });
          expect(steady.filter(({ alert }) => !times.has(alert.id)).map(({ alert }) => alert)).toEqual([]);
          for (const id of ids) shown.add(id);
          const field = query.sort.replace("-", "") as "created_at";
          const order = seen.map((alert) => alert[field]);
          if (field !== "created_at") expect(order).toEqual(order.toSorted().reverse());
          else expect(ids).toEqual(query.sort === "created_at" ? ids.toSorted() : ids.toSorted().reverse());
          pages += Math.ceil((ids.length + 1) / query.limit);
          expected += steady.length;
        };
        try {
          const options = { seed: seed + round, numRuns: RUNS_PER_ROUND, endOnFailure: true };
          await fc.assert(fc.asyncProperty(queries, run), options);
        } finally {
          isOver = true;
          await Promise.all(writers);
        }
        expect([...shown].filter((id) => other.alerts.has(id) || !world.alerts.has(id))).toEqual([]);
      }
      expect(expected).toBeGreaterThan(0);
      const runs = ROUNDS * RUNS_PER_ROUND;
      process.stdout.write(
        `paging: seed ${seed}, ${runs} runs, ${pages} pages, ${expected} rows owed, ${writes} writes\n`,
      );
    },
    FULL ? 900_000 : 120_000,
  );
});
