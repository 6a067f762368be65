import { describe, expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { database } from "@/lib/db/client";
import { createAlerts } from "./create";

const KEYS = Array.from({ length: 200 }, (_, n) => `key-${n}`);
const BATCHES = 8;

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
