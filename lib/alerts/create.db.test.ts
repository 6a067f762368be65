import { describe, expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { createAlert, createAlerts } from "./create";
import { alertCreate } from "./schema";
import { updateAlert } from "./update";

const KEYS = Array.from({ length: 200 }, (_, n) => `key-${n}`);
const BATCHES = 8;
const WRITERS = 16;
const OCCURRENCES = 15;

describe("simultaneous batches that share dedup keys", () => {
  it("never wait for each other in a circle, whichever rows are closed from the start", async () => {
    const organization = await createTestOrganization();
    const ctx = await organization.context();
    const camera = await organization.camera();
    // One half of the keys comes open and the other closed, the other way round in every second batch.
    const batch = (half: number) =>
      KEYS.map((dedup_key, n) => {
        const status = n % 2 === half ? "open" : "resolved";
        return { camera_id: camera.id, use_case: "intrusion", dedup_key, status };
      });
    await createAlerts(
      ctx,
      batch(0).map((row) => ({ ...row, status: "open" })),
    );
    const results = await Promise.all(Array.from({ length: BATCHES }, (_, n) => createAlerts(ctx, batch(n % 2))));
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
  it("are told in the order in which they were counted, with the state that each of them met", async () => {
    const organization = await createTestOrganization();
    const ctx = await organization.context();
    const { id: camera_id } = await organization.camera();
    const keys = ["a", "b", "c"];
    const input = (dedup_key: string) =>
      alertCreate.parse({ camera_id, use_case: "intrusion", status: "open", dedup_key });
    const first = await Promise.all(keys.map((key) => createAlert(ctx, input(key))));
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; n < OCCURRENCES; n += 1) {
          const key = (writer + n) % keys.length;
          if (writer % 4 > 0) await createAlert(ctx, input(keys[key] ?? ""));
          else await updateAlert(ctx, first[key]?.id ?? "", { title: `${writer} ${n}` }, null);
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

describe("creates of several callers that go in one statement", () => {
  it("each get their own alert or their own refusal, also when the database refuses the statement for one of them", async () => {
    const callers = await Promise.all(
      [1, 2, 3].map(async () => {
        const organization = await createTestOrganization();
        return { ctx: await organization.context(), camera: await organization.camera(), id: organization.id };
      }),
    );
    const creates = callers.flatMap(({ ctx, camera }, caller) =>
      Array.from({ length: 12 }, (_, n) => {
        const input = alertCreate.parse({ camera_id: camera.id, use_case: "fire", title: `${caller}/${n}` });
        if (n === 5) return createAlert(ctx, { ...input, occurred_at: "no time at all" });
        return createAlert(ctx, n === 7 ? { ...input, camera_id: "nobody's camera" } : input);
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
