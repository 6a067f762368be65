import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { connect } from "./client";

const client = connect(env().DATABASE_URL ?? "", { max: 1 });
afterAll(() => client.sql.end());

const OPENINGS = 40;

const list = (length: number) =>
  sql.join(
    Array.from({ length }, (_, n) => sql`${n}::int`),
    sql`, `,
  );
const prepared = async () => {
  const [row] = await client.sql`select count(*)::int as n from pg_prepared_statements`;
  return row?.n as number;
};

describe("a database connection", () => {
  it("round-trips arrays of every element type unchanged", async () => {
    const texts = ["plain", "", 'a "quoted" one', "back\\slash", "comma, brace {}", "NULL", "line\nbreak", " blank "];
    const ids = ["01a19467-e800-7000-8000-000000000001", "01a19467-e800-7000-8000-000000000002"];
    const lists = sql`select ${sql.param(texts)}::text[] as texts, ${sql.param(ids)}::uuid[] as ids,
      ${sql.param([1, -2, 3])}::int[] as numbers, array[true, false] as flags,
      ${sql.param([])}::text[] as none, array[null, 'null', null]::text[] as gaps, array[1.5, 2]::float8[] as reals`;
    const [row] = await client.db.execute(lists);
    expect(row).toEqual({
      texts,
      ids,
      numbers: [1, -2, 3],
      flags: [true, false],
      none: [],
      gaps: [null, "null", null],
      reals: [1.5, 2],
    });
  });

  it("handles being cut while opening without unhandled rejections", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    const name = `opening-${process.pid}`;
    const url = new URL(env().DATABASE_URL ?? "");
    url.searchParams.set("application_name", name);
    let isOver = false;
    const cutter = async () => {
      while (!isOver) {
        await client.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`;
      }
    };
    const opener = async () => {
      for (let n = 0; n < OPENINGS; n += 1) {
        const { sql } = connect(url.href, { max: 4 });
        await Promise.allSettled(Array.from({ length: 4 }, () => sql`select 1`));
        await sql.end({ timeout: 0 }).catch(() => {});
      }
      isOver = true;
    };
    await Promise.all([cutter(), opener()]);
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });

  it("does not prepare statements whose text grows with the number of rows", async () => {
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
