import { afterAll, describe, expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { readAlerts } from "@/lib/alerts/reads";
import { alertListQuerySchema } from "@/lib/alerts/schema";
import { alertStatuses, severities } from "@/lib/values";
import { connect } from "./client";

/** Returns all non-empty subsets of these values, each in ascending and descending order. */
function spellings(values: readonly string[]): string[][] {
  const subsets = Array.from({ length: 2 ** values.length - 1 }, (_, bits) =>
    values.filter((_value, n) => (bits + 1) & (1 << n)),
  );
  return subsets.flatMap((subset) => (subset.length > 1 ? [subset, subset.toReversed()] : [subset]));
}

describe("prepared statements of a connection", () => {
  const { sql, db } = connect(process.env.DATABASE_URL ?? "", { max: 1 });
  afterAll(() => sql.end());

  it("stay few for all combinations and orders of filters", async () => {
    const organization = await createTestOrganization();
    const ctx = { ...(await organization.context()), db };
    const orders = spellings(alertStatuses).flatMap((status) =>
      spellings(severities).map((severity) => ({ status, severity })),
    );
    expect(orders.length).toBeGreaterThan(1_400);
    for (const filter of orders) await readAlerts(ctx, alertListQuerySchema.parse(filter));
    const [kept] = await sql`select count(*)::int as statements
      from pg_prepared_statements`;
    expect(kept?.statements).toBeLessThan(300);
  }, 60_000);
});
