import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/fixtures/databases";
import { connect } from "./client";
import { newId } from "./ids";
import { migrateDatabase } from "./migrate";

const AHEAD = 9_000_000_000n;

describe("events of a restored dump", () => {
  let place: TestDatabase;
  let client: ReturnType<typeof connect>;
  const organization = newId();

  beforeAll(async () => {
    place = await createTestDatabase();
    await migrateDatabase(place.url);
    client = connect(place.url, { max: 2 });
    await client.sql`insert into organizations (id, slug, name) values (${organization}, 'restored', 'Restored')`;
  });
  afterAll(async () => {
    await client.sql.end();
    await place.drop();
  });

  const insert = (id: string, transactionId?: bigint) => client.sql`
    insert into events (organization_id, id, type, subject_id, actor_kind, actor_name, data, transaction_id)
    values (${organization}, ${id}, 'key.created', ${id}, 'system', 'Test', '{}',
      coalesce(${transactionId?.toString() ?? null}::text::xid8, pg_current_xact_id()))`;
  const readable = async () => {
    const rows = await client.sql<{ id: string }[]>`
      select id from events where organization_id = ${organization}
        and transaction_id < pg_snapshot_xmin(pg_current_snapshot()) order by transaction_id, id`;
    return rows.map(({ id }) => id);
  };

  it("are readable after the next start, in their old order, and events that follow come after them", async () => {
    const ids = [newId(), newId(), newId(), newId()] as const;
    // The order of the transactions is not that of the ids, and the first lies further back than this cluster's beginning.
    await insert(ids[3], 5n);
    await insert(ids[2], AHEAD);
    await insert(ids[0], AHEAD + 1n);
    await insert(ids[1], AHEAD + 2n);
    expect(await readable()).toEqual([ids[3]]);

    await migrateDatabase(place.url);
    await expect.poll(readable).toEqual([ids[3], ids[2], ids[0], ids[1]]);
    const next = newId();
    await insert(next);
    await expect.poll(readable).toEqual([ids[3], ids[2], ids[0], ids[1], next]);
  });

  it("are left alone by every start after that", async () => {
    const before = await client.sql`select id, transaction_id from events order by id`;
    await migrateDatabase(place.url);
    expect(await client.sql`select id, transaction_id from events order by id`).toEqual(before);
  });
});
