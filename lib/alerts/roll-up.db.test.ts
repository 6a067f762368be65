import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { readAlertSeries } from "@/lib/analytics/series";
import type { Context } from "@/lib/auth/context";
import { rollUpStep } from "./roll-up";

const MORNING = "2026-05-05T04:00:00Z";
const NOON = "2026-05-05T12:00:00Z";

describe("rolling up alert counts", () => {
  let ctx: Context;

  beforeEach(async () => {
    ctx = await (await createTestOrganization()).context();
  });

  const note = (quarter: string, n: number) =>
    ctx.db.execute(sql`insert into alert_deltas (organization_id, quarter, camera_id, use_case, severity, status, n)
      values (${ctx.organizationId}, ${quarter}, ${ctx.organizationId}, 'fire', 'low', 'open', ${n})`);
  const rowsOf = async (table: "alert_deltas" | "alert_counts") =>
    (await ctx.db.execute(sql`select from ${sql.identifier(table)} where organization_id = ${ctx.organizationId}`))
      .length;

  /**
   * Rolls up until no delta is left. It repeats the call, because a call does nothing while another test is
   * rolling up.
   */
  async function fold() {
    while ((await rowsOf("alert_deltas")) > 0) await rollUpStep(ctx.organizationId);
  }

  async function hours(): Promise<number[]> {
    const day = {
      from: "2026-05-05T04:00:00Z",
      to: "2026-05-05T13:00:00Z",
      timezone: "UTC",
      interval: "hour",
    } as const;
    return (await readAlertSeries(ctx, day)).buckets.map(({ total }) => total);
  }

  it("keeps a cell whose counts temporarily cancel out", async () => {
    await note(NOON, 1);
    await fold();
    await note(MORNING, -1);
    await fold();
    await note(MORNING, 1);
    await fold();
    expect(await hours()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it("deletes cells whose alerts are gone", async () => {
    await note(NOON, 2);
    await note(MORNING, 1);
    await fold();
    expect(await rowsOf("alert_counts")).toBe(5);
    await note(NOON, -2);
    await note(MORNING, -1);
    await fold();
    expect(await rowsOf("alert_counts")).toBe(0);
  });

  it("does not change results while several instances roll up concurrently", async () => {
    for (let n = 0; n < 40; n += 1) await note(n % 2 ? MORNING : NOON, 1);
    const answers: number[][] = [];
    let folded = 0;
    while ((await rowsOf("alert_deltas")) > 0) {
      const [one, two, , answer] = await Promise.all([
        rollUpStep(ctx.organizationId, 3),
        rollUpStep(ctx.organizationId, 2),
        hours().then((said) => answers.push(said)),
        hours(),
      ]);
      folded += one + two;
      answers.push(answer);
    }
    expect(folded).toBeGreaterThanOrEqual(40);
    expect(new Set(answers.map(String))).toEqual(new Set(["20,0,0,0,0,0,0,0,20"]));
  });
});
