import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { database } from "@/lib/db/client";
import { decodeId, encodeId } from "@/lib/db/ids";
import { isFailure } from "@/lib/errors";
import { alertStatuses, isClosed } from "@/lib/values";
import { changeAlert } from "./change";
import { addAlert, addAlerts } from "./create";
import { newAlert } from "./new-alert";
import { type AlertCreate, alertCreateSchema } from "./schema";
import { insertAlertRows } from "./store/insert";

const FULL = process.env.SIGHTLINE_FULL === "1";
const SEQUENCES = FULL ? 1_000 : 60;

const KEYS = Array.from({ length: 200 }, (_, n) => `key-${n}`);
const BATCHES = 8;
const WRITERS = 16;
const OCCURRENCES = 15;

describe("simultaneous batches with shared dedup keys", () => {
  it("never deadlock, whichever alerts start closed", async () => {
    const organization = await createTestOrganization();
    const ctx = await organization.context();
    const camera = await organization.camera();
    // In each batch, half of the keys have open alerts and half have resolved ones. Every second batch swaps the
    // halves.
    const batch = (half: number) =>
      KEYS.map((dedup_key, n) => {
        const status = n % 2 === half ? "open" : "resolved";
        return { camera_id: camera.id, use_case: "intrusion", dedup_key, status };
      });
    await addAlerts(
      ctx,
      batch(0).map((row) => ({ ...row, status: "open" })),
    );
    const results = await Promise.all(Array.from({ length: BATCHES }, (_, n) => addAlerts(ctx, batch(n % 2))));
    expect(results.map(({ failed }) => failed)).toEqual(results.map(() => 0));
    const [stored] = await database().sql`
      select count(*)::int as keys, count(distinct k.alert_id)::int as alerts,
        count(*) filter (where a.status = 'open')::int as open
      from open_dedup_keys k left join alerts a on a.organization_id = k.organization_id and a.id = k.alert_id
      where k.organization_id = ${organization.id}`;
    expect(stored).toEqual({ keys: KEYS.length, alerts: KEYS.length, open: KEYS.length });
  });
});

describe("occurrences of one dedup key", () => {
  it("produce events in order of occurrence count and alert version", async () => {
    const organization = await createTestOrganization();
    const ctx = await organization.context();
    const { id: camera_id } = await organization.camera();
    const keys = ["a", "b", "c"];
    const input = (dedup_key: string) =>
      alertCreateSchema.parse({ camera_id, use_case: "intrusion", status: "open", dedup_key });
    const first = await Promise.all(keys.map((key) => addAlert(ctx, input(key))));
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; n < OCCURRENCES; n += 1) {
          const key = (writer + n) % keys.length;
          if (writer % 4 > 0) await addAlert(ctx, input(keys[key] ?? ""));
          else await changeAlert(ctx, first[key]?.id ?? "", { title: `${writer} ${n}` }, null);
        }
      }),
    );
    const told = await database().sql<{ subject_id: string; count: number | null; version: number }[]>`
      select subject_id, (data ->> 'occurrence_count')::int as count, (data -> 'alert' ->> 'version')::int as version
      from events where organization_id = ${organization.id} order by transaction_id, id`;
    for (const { id } of first) {
      const mine = told.filter(({ subject_id }) => subject_id === decodeId("alert", id));
      const counts = mine.flatMap(({ count }) => count ?? []);
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      const versions = mine.map(({ version }) => version);
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    }
  });
});

describe("creates from several callers in one statement", () => {
  it("return each caller's own alert or error, even when the database rejects one", async () => {
    const callers = await Promise.all(
      [1, 2, 3].map(async () => {
        const organization = await createTestOrganization();
        return { ctx: await organization.context(), camera: await organization.camera(), id: organization.id };
      }),
    );
    const creates = callers.flatMap(({ ctx, camera }, caller) =>
      Array.from({ length: 12 }, (_, n) => {
        const input = alertCreateSchema.parse({ camera_id: camera.id, use_case: "fire", title: `${caller}/${n}` });
        if (n === 5) return addAlert(ctx, { ...input, occurred_at: "no time at all" });
        return addAlert(ctx, n === 7 ? { ...input, camera_id: "stranger's camera" } : input);
      }),
    );
    const outcomes = await Promise.allSettled(creates);
    for (const [index, outcome] of outcomes.entries()) {
      const n = index % 12;
      expect(outcome.status).toBe(n === 5 || n === 7 ? "rejected" : "fulfilled");
      if (outcome.status === "rejected" && n === 7) expect(outcome.reason).toMatchObject({ code: "unknown_camera" });
      if (outcome.status === "fulfilled") expect(outcome.value.title).toBe(`${Math.floor(index / 12)}/${n}`);
    }
    for (const [caller, { id }] of callers.entries()) {
      const stored = await database().sql`select title from alerts where organization_id = ${id} order by id`;
      const kept = [0, 1, 2, 3, 4, 6, 8, 9, 10, 11].map((n) => ({ title: `${caller}/${n}` }));
      expect([...stored]).toEqual(kept);
    }
  });
});

const CAMERAS = ["own", "own by id", "archived", "of another organization"] as const;
const PEOPLE = ["no one", "a member"] as const;
const awkward = fc.constantFrom(null, "", 'a,b{c}"d"\\', "NULL", "null", "line\nbreak\ttab 🔥 Ünï", "'$1' {} []");
const anyRow = fc.record({
  camera: fc.constantFrom(...CAMERAS, "own", "own"),
  person: fc.constantFrom("no one", "no one", ...PEOPLE),
  status: fc.constantFrom("open" as const, "open" as const, ...alertStatuses),
  dedup_key: fc.constantFrom(null, null, "a", "b", 'c,"\\{}'),
  minute: fc.integer({ min: 0, max: 59 }),
  severity: fc.constantFrom("low" as const, "critical" as const),
  title: awkward,
  description: awkward,
  reason: awkward,
  confidence: fc.constantFrom(null, 0, 1, 0.1, 1e-7, 0.123456789),
  tags: fc.constantFrom<string[][]>([], ["a"], ["a,b", '"c"', "NULL", "d\\e", "{}"]),
  metadata: fc.constantFrom({}, { zone: 'gate "4"\\', deep: [{ n: 1.5e-7, big: 9007199254740991, none: null }] }),
  media: fc.constantFrom<AlertCreate["media"][]>([], [{ type: "image", url: "https://example.test/a.jpg?x=1&y=2" }]),
});
type AnyRow = typeof anyRow extends fc.Arbitrary<infer Row> ? Row : never;

/** Inserts rows into a new organization, `perStatement` at a time. Returns everything that was stored, without IDs. */
async function outcomeOf(rows: readonly AnyRow[], perStatement: number) {
  const organization = await createTestOrganization();
  const ctx = await organization.context();
  const own = await organization.camera({ externalId: "dock" });
  const cameras = {
    own: own.externalId,
    "own by id": own.id,
    archived: (await organization.camera({ archivedAt: new Date() })).externalId,
    "of another organization": (await (await createTestOrganization()).camera()).id,
  };
  const member = (await organization.person("support")).id;
  const people = { "no one": null, "a member": encodeId("user", member) };
  const alerts = rows.map(({ camera, person, minute, reason, ...row }, n) => {
    const occurred_at = `2026-01-31T12:${String(minute).padStart(2, "0")}:00.000Z`;
    const disposition = isClosed(row.status) && reason !== null ? ("test" as const) : null;
    const fields = { camera_id: cameras[camera], assignee_id: people[person], use_case: "intrusion", occurred_at };
    return newAlert(ctx, { ...row, ...fields, disposition, disposition_reason: disposition && reason }, `/${n}`);
  });
  const place = new Map<string, string>([
    [own.uuid, "camera"],
    [member, "member"],
    [organization.id, "organization"],
  ]);
  for (const [n, { row }] of alerts.entries()) place.set(row.id, `alert ${n}`).set(row.event_id, `event ${n}`);
  const told = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (name, each) => {
      if (/^(?:created|updated|acknowledged|resolved)_at$|^transaction_id$/.test(name)) return each && "now";
      if (name === "source_id" || name.endsWith("_by_id") || name === "actor_id") return each && "us";
      return typeof each === "string" ? (place.get(each) ?? each) : each;
    });

  const results: unknown[] = [];
  for (let start = 0; start < alerts.length; start += perStatement) {
    for (const outcome of await insertAlertRows(ctx.db, alerts.slice(start, start + perStatement))) {
      if (outcome === null || isFailure(outcome)) {
        results.push(outcome && [outcome.code, outcome.extra, outcome.message]);
        continue;
      }
      const { id, camera_id, assignee_id, source, acknowledged_by, resolved_by, ...fields } = outcome;
      const actors = [source.kind, acknowledged_by?.kind, resolved_by?.kind];
      results.push(
        told({
          ...fields,
          actors,
          id: decodeId("alert", id),
          camera: decodeId("camera", camera_id),
          assignee_id: assignee_id && decodeId("user", assignee_id),
        }),
      );
    }
  }
  const { sql } = database();
  const read = async (table: string, order: string) =>
    told(await sql.query(`select * from ${table} where organization_id = '${organization.id}' order by ${order}`));
  return {
    results,
    alerts: await read("alerts", "id"),
    events: await read("events", "id"),
    keys: await read("open_dedup_keys", "dedup_key"),
    deltas: await sql`select sum(n)::int as n, quarter, severity, status from alert_deltas
      where organization_id = ${organization.id} group by quarter, severity, status order by 2, 3, 4`,
  };
}

describe("alerts created in one statement", () => {
  it("produce the same results, rows and events as alerts created one by one", async () => {
    const sequences = fc.array(anyRow, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sequences, fc.boolean(), async (rows, areOpen) => {
        const sent = areOpen ? rows.map((row) => ({ ...row, status: "open" as const })) : rows;
        expect(await outcomeOf(sent, sent.length)).toEqual(await outcomeOf(sent, 1));
      }),
      { numRuns: SEQUENCES, endOnFailure: true },
    );
  }, 600_000);
});

describe("concurrent creates from several organizations", () => {
  it("are stored in their own organization and cannot use another's cameras", async () => {
    const worlds = await Promise.all(
      [1, 2, 3].map(async () => {
        const organization = await createTestOrganization();
        return { ctx: await organization.context(), camera: await organization.camera() };
      }),
    );
    const create = ({ ctx }: (typeof worlds)[number], camera_id: string) =>
      addAlert(ctx, alertCreateSchema.parse({ camera_id, use_case: "fire" }));
    const outcomes = await Promise.allSettled(
      worlds.flatMap((world) => worlds.map(({ camera }) => create(world, camera.id))),
    );
    const isOwn = (n: number) => n % worlds.length === Math.floor(n / worlds.length);
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual(outcomes.map((_, n) => isOwn(n)));
    for (const { ctx, camera } of worlds) {
      const stored = await database().sql`
        select a.camera_id, e.type from alerts a
        left join events e on e.organization_id = a.organization_id and e.subject_id = a.id
        where a.organization_id = ${ctx.organizationId}`;
      expect([...stored]).toEqual([{ camera_id: camera.uuid, type: "alert.created" }]);
    }
  });
});

describe("creates blocked by a locked dedup key", () => {
  const place = (organization: string, key: string) => `dedup/${organization}/${key}`;

  it("fail alone while others in the same statement are stored", async () => {
    const organization = await createTestOrganization();
    const ctx = await organization.context();
    const camera = await organization.camera();
    const { sql } = database();
    const keys = ["held", ...Array.from({ length: 8 }, (_, n) => `free ${n}`)];
    const outcomes = await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${place(organization.id, "held")}, 0))`;
      return Promise.allSettled(
        keys.map((dedup_key) =>
          addAlert(ctx, alertCreateSchema.parse({ camera_id: camera.id, use_case: "fire", dedup_key })),
        ),
      );
    });
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", ...Array(8).fill("fulfilled")]);
    const stored = await sql`
      select dedup_key, occurrence_count from alerts where organization_id = ${organization.id} order by dedup_key`;
    expect([...stored]).toEqual(keys.slice(1).map((dedup_key) => ({ dedup_key, occurrence_count: 1 })));
  }, 20_000);
});
