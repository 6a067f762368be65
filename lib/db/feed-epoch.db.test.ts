import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/fixtures/databases";
import { connect } from "./client";
import { newId } from "./ids";
import { migrateDatabase } from "./migrate";
import type { Sql } from "./query";

const AHEAD = 9_000_000_000n;

describe("events of a restored dump", () => {
  let place: TestDatabase;
  let client: ReturnType<typeof connect>;
  const organization = newId();

  beforeAll(async () => {
    place = await createTestDatabase();
    await migrateDatabase(place.url);
    client = connect(place.url, { max: 3 });
    await client.sql`insert into organizations (id, slug, name) values (${organization}, 'restored', 'Restored')`;
  });
  afterAll(async () => {
    await client.sql.end();
    await place.drop();
  });

  const insert = (id: string, transactionId?: bigint, sql: Sql = client.sql) => sql`
    insert into events (organization_id, id, type, subject_id, actor_kind, actor_name, data, transaction_id)
    values (${organization}, ${id}, 'key.created', ${id}, 'system', 'Test', '{}',
      coalesce(${transactionId?.toString() ?? null}::text::xid8, feed_transaction_id()))`;
  const moveToAnotherCluster = () => client.sql`
    update feed_epochs set cluster = 'another' where epoch = (select max(epoch) from feed_epochs)`;
  const epochs = async () =>
    (await client.sql<{ epoch: number }[]>`select epoch from feed_epochs order by epoch`).length;
  const readable = async (after = "0") => {
    const rows = await client.sql<{ id: string }[]>`
      select id from events where organization_id = ${organization} and transaction_id > ${after}::text::xid8
        and transaction_id < feed_horizon() order by transaction_id, id`;
    return rows.map(({ id }) => id);
  };
  const ids = [newId(), newId(), newId(), newId()] as const;
  const next = newId();

  it("are readable after the next start, in order and before newer events", async () => {
    // The transaction IDs are in a different order than the event IDs. The first one is older than this cluster,
    // and the others are ahead of it.
    await insert(ids[3], 5n);
    await insert(ids[2], AHEAD);
    await insert(ids[0], AHEAD + 1n);
    await insert(ids[1], AHEAD + 2n);
    expect(await readable()).toEqual([ids[3]]);

    await moveToAnotherCluster();
    await migrateDatabase(place.url);
    await expect.poll(() => readable()).toEqual([ids[3], ids[2], ids[0], ids[1]]);
    await insert(next);
    await expect.poll(() => readable()).toEqual([ids[3], ids[2], ids[0], ids[1], next]);
  });

  it("keep their positions, so that existing cursors remain valid", async () => {
    expect(await readable(`${AHEAD}`)).toEqual([ids[0], ids[1], next]);
  });

  it("stay unchanged on later starts", async () => {
    const before = await client.sql`select id, transaction_id from events order by id`;
    await migrateDatabase(place.url);
    expect(await client.sql`select id, transaction_id from events order by id`).toEqual(before);
    expect(await epochs()).toBe(2);
  });

  it("precede events after the next move, including one written during that move", async () => {
    const last = newId();
    await moveToAnotherCluster();
    const { moving } = await client.sql.begin(async (tx) => {
      await insert(last, undefined, tx);
      const moving = migrateDatabase(place.url);
      await expect
        .poll(() => tx`select from pg_locks where mode = 'ShareRowExclusiveLock' and not granted`)
        .toHaveLength(1);
      return { moving };
    });
    await moving;
    expect(await epochs()).toBe(3);
    const afterMove = newId();
    await insert(afterMove);
    await expect.poll(() => readable()).toEqual([ids[3], ids[2], ids[0], ids[1], next, last, afterMove]);
  });
});
