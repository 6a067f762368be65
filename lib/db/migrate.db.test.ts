import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/fixtures/databases";
import { migrateDatabase } from "./migrate";

describe("migrating a database", () => {
  let place: TestDatabase;
  let sql: postgres.Sql;

  beforeEach(async () => {
    place = await createTestDatabase();
    sql = postgres(place.url, { max: 1, onnotice: () => {} });
  });
  afterEach(async () => {
    await sql.end();
    await place.drop();
  });

  const migrations = () => sql`select id, hash, created_at from drizzle.__drizzle_migrations order by id`;

  it("does nothing when the schema is up to date", async () => {
    await migrateDatabase(place.url);
    const before = await migrations();
    await migrateDatabase(place.url);
    expect(await migrations()).toEqual(before);
  });

  it("does nothing when earlier migrations already produced the schema", async () => {
    await migrateDatabase(place.url);
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('an earlier one', 1795000000000)`;
    await sql`update drizzle.__drizzle_migrations set hash = 'the last of those'
      where created_at = (select min(created_at) from drizzle.__drizzle_migrations where created_at > 1795000000000)`;
    const before = await migrations();
    await migrateDatabase(place.url);
    expect(await migrations()).toEqual(before);
  });

  it("rejects an outdated schema with a one-line error and changes nothing", async () => {
    await sql`create schema drizzle`;
    await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('an earlier one', 1795000000000)`;
    await expect(migrateDatabase(place.url)).rejects.toThrow(
      /^The schema of this database is too old .* Start the previous version once, then start this one again$/,
    );
    const tables = await sql`select from pg_tables where schemaname = 'public'`;
    expect(tables).toHaveLength(0);
  });
});
