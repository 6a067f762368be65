import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { connect } from "./client";

const client = connect(env().DATABASE_URL ?? "", { max: 1 });
afterAll(() => client.sql.end());

const list = (length: number) =>
  sql.join(
    Array.from({ length }, (_, n) => sql`${n}::int`),
    sql`, `,
  );
const prepared = async () => {
  const [row] = await client.sql`select count(*)::int as n from pg_prepared_statements`;
  return row?.n as number;
};

describe("a connection", () => {
  it("keeps no statement whose text grows with its rows, so batches of every size leave nothing behind", async () => {
    await prepared();
    const before = await prepared();
    for (let rows = 100; rows < 120; rows += 1) {
      const [row] = await client.db.execute<{ n: number }>(sql`select cardinality(array[${list(rows)}]) as n`);
      expect(row?.n).toBe(rows);
    }
    expect(await prepared()).toBe(before);
    await client.db.execute(sql`select ${1}::int`);
    expect(await prepared()).toBe(before + 1);
  });
});
