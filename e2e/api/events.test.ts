import { v7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { encodeId, NIL_ID, newId } from "@/lib/db/ids";
import { type FeedPosition, findFeedPosition, readFeed } from "@/lib/events/feed";
import { DAY_MS } from "@/lib/time";
import { send, servers } from "../fixtures/api";
import { settleFeed, writeEvents } from "../fixtures/events";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const MANY = 25_000;
const [{ url }] = servers;

interface Page {
  data: { id: string; type: string; subject: { kind: string; id: string }; data: Record<string, unknown> }[];
  has_more: boolean;
  next_cursor: string | null;
}

describe("the event feed", () => {
  let organization: TestOrganization;
  let bearer: Record<string, string>;
  let ctx: Context;

  beforeEach(async () => {
    organization = await createTestOrganization();
    bearer = await organization.bearer();
    ctx = await organization.context();
  });

  const list = async (query = "") => {
    await settleFeed();
    return read(query);
  };
  const read = async (query: string) => (await send(url(), `/events${query}`, { headers: bearer })).json as Page;
  const idsOf = (page: Page) => page.data.map(({ id }) => id);
  const insertAt = (time: number, type = "key.created") => {
    const id = v7({ msecs: time });
    return database().sql`
      insert into events (organization_id, id, type, subject_id, actor_kind, actor_name, data)
      values (${organization.id}, ${id}, ${type}, ${id}, 'system', 'Test', '{}')`.then(() => encodeId("event", id));
  };
  async function readAll(query: string): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Page = await read(`${query}${cursor && `&cursor=${cursor}`}`);
      ids.push(...idsOf(page));
      cursor = page.next_cursor;
    }
    return ids;
  }
  async function feed(): Promise<string[]> {
    const rows = await database().sql<{ id: string }[]>`
      select id from events where organization_id = ${organization.id} order by transaction_id, id`;
    return rows.map(({ id }) => encodeId("event", id));
  }

  it("returns events in order across pages while transactions of varying length write", async () => {
    let isWriting = true;
    const writers = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 25; round += 1) await writeEvents(ctx, 3, Math.random() * 20);
    });
    const written = Promise.all(writers).then(() => {
      isWriting = false;
    });
    const seen: string[] = [];
    while (isWriting || seen.length < 300) {
      const last = seen.at(-1);
      seen.push(...(await readAll(`?limit=7${last ? `&after=${last}` : ""}`)));
    }
    await written;
    expect(seen).toEqual(await feed());
  });

  it("returns events after a given ID, including the nil ID", async () => {
    await writeEvents(ctx, 5);
    const ids = idsOf(await list());
    expect(ids).toHaveLength(5);
    expect(idsOf(await list(`?after=${ids[2]}`))).toEqual(ids.slice(3));
    expect(idsOf(await list(`?after=${ids[4]}`))).toEqual([]);
    expect(idsOf(await list(`?after=${encodeId("event", "00000000-0000-0000-0000-000000000000")}`))).toEqual(ids);
  });

  it("returns 404 for another organization's or an unknown event, and 410 for an expired one", async () => {
    const stranger = await createTestOrganization();
    await writeEvents(await stranger.context(), 1);
    await settleFeed();
    const foreign = (await send(url(), "/events", { headers: await stranger.bearer() })).json as Page;
    const old = await insertAt(Date.now() - 31 * DAY_MS);
    for (const [after, status, code] of [
      [foreign.data[0]?.id, 404, "not_found"],
      [encodeId("event", newId()), 404, "not_found"],
      [old, 410, "gone"],
      ["event_x", 422, "validation_failed"],
    ] as const) {
      const reply = await send(url(), `/events?after=${after}`, { headers: bearer });
      expect(reply.json).toMatchObject({ status, code });
    }
  });

  it("returns only events from the last 30 days", async () => {
    await insertAt(Date.now() - 31 * DAY_MS, "alert.created");
    const kept = await insertAt(Date.now() - 29 * DAY_MS, "alert.created");
    expect(idsOf(await list())).toEqual([kept]);
    expect(idsOf(await list("?type=alert.created"))).toEqual([kept]);
  });

  it("starts with the oldest transaction, even if it writes its events last", async () => {
    let early: FeedPosition | null = null;
    await ctx.db.transaction(async (tx) => {
      await tx.execute("select pg_current_xact_id()");
      await writeEvents(ctx, 300);
      early = await findFeedPosition(ctx, encodeId("event", NIL_ID));
      await writeEvents({ ...ctx, db: tx }, 2);
    });
    await settleFeed();
    expect(await readAll("?limit=200")).toEqual(await feed());
    const { rows } = await readFeed(ctx, early ?? { transactionId: "0", id: "" }, { limit: 400 });
    expect(rows.map(({ id }) => encodeId("event", id))).toEqual(await feed());
  });

  it("filters by type and subject, and reports changes with public IDs", async () => {
    const camera = await organization.camera();
    const person = await organization.person("support");
    const body = { camera_id: camera.externalId, use_case: "intrusion", status: "open", dedup_key: "dock" };
    const create = () => send(url(), "/alerts", { method: "POST", headers: bearer, body });
    const { id } = (await create()).json as { id: string };
    await create();
    const change = { status: "acknowledged", assignee_id: encodeId("user", person.id), comment: "on it" };
    await send(url(), `/alerts/${id}`, { method: "PATCH", headers: bearer, body: change });
    await send(url(), `/alerts/${id}/notes`, { method: "POST", headers: bearer, body: { body: "Stranger there." } });
    await writeEvents(ctx, 2);

    const page = await list(`?subject_id=${id}`);
    const alert = { id, camera_id: camera.id, use_case: "intrusion", severity: "medium", title: null };
    expect(page.data.map(({ type, subject, data }) => ({ type, subject, data }))).toEqual(
      [
        { type: "alert.created", data: { alert: { ...alert, status: "open", version: 1 } } },
        { type: "alert.reoccurred", data: { alert: { ...alert, status: "open", version: 1 }, occurrence_count: 2 } },
        {
          type: "alert.status_changed",
          data: {
            alert: { ...alert, status: "acknowledged", version: 2 },
            changes: {
              status: { from: "open", to: "acknowledged" },
              assignee_id: { from: null, to: change.assignee_id },
            },
            comment: "on it",
          },
        },
        {
          type: "alert.note_added",
          data: {
            alert: { ...alert, status: "acknowledged", version: 2 },
            note: { id: expect.stringMatching(/^note_/), body: "Stranger there." },
          },
        },
      ].map((event) => ({ ...event, subject: { kind: "alert", id } })),
    );
    expect((await list("?type=key.created")).data).toHaveLength(2);
    expect((await list(`?type=alert.created,key.revoked&subject_id=${id}`)).data).toHaveLength(1);
    const first = await list(`?subject_id=${id}&limit=3`);
    const second = await list(`?subject_id=${id}&limit=3&cursor=${first.next_cursor}`);
    expect([first.data.length, first.has_more, second.data.length, second.has_more]).toEqual([3, true, 1, false]);
  });

  it(`finds a few events of one type among ${MANY} others through partial pages`, async () => {
    await database().sql`
      insert into events (organization_id, id, type, subject_id, actor_kind, actor_name, data)
      select ${organization.id}, gen_random_uuid(), 'alert.created', gen_random_uuid(), 'system', 'Test', '{}'
      from generate_series(1, ${MANY})`;
    // The times in random IDs are older than 30 days or far in the future. This statement puts the current time
    // into them.
    await database().sql`
      update events set id = (${newId().slice(0, 13)} || substr(id::text, 14))::uuid where organization_id = ${organization.id}`;
    await writeEvents(ctx, 2);
    const first = await list("?type=key.created");
    expect([first.data.length, first.has_more]).toEqual([0, true]);
    expect(await readAll("?type=key.created")).toEqual((await feed()).slice(MANY));
  });

  it("hides events of uncommitted and rolled-back transactions", async () => {
    await expect(
      ctx.db.transaction(async (tx) => {
        await writeEvents({ ...ctx, db: tx }, 1);
        expect((await read("")).data).toEqual([]);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect((await list()).data).toEqual([]);
  });
});
