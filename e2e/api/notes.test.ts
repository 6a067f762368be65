import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Alert } from "@/lib/alerts/schema";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { MAX_NOTE_LENGTH } from "@/lib/limits";
import type { Note, NoteList, Timeline } from "@/lib/notes/schema";
import { partnerPerTest } from "../fixtures/alerts";
import { send, servers } from "../fixtures/api";
import { createTestOrganization } from "../fixtures/organization";

const url = servers[0].url;
const { partner, call, create } = partnerPerTest(url);

describe("notes and timeline of an alert", () => {
  let alert: Alert;
  beforeEach(async () => {
    alert = await create();
  });

  const addNote = (body: unknown) => call("POST", `/alerts/${alert.id}/notes`, { body });
  const timeline = async (query = "") => (await call("GET", `/alerts/${alert.id}/timeline${query}`)).json as Timeline;

  it.each([
    ["right to left", "שער 4 \u202eננעל\u202c — הבוואבה מغلقة"],
    ["emoji and joiners", "👩🏽‍🚒 on site 🇩🇪 e\u0301 é"],
    ["lines and blanks", "  first\n\tsecond\r\n"],
    ["markup", "<img src=x onerror=alert(1)> </script> '\"; drop table notes"],
    ["the longest", "x".repeat(MAX_NOTE_LENGTH)],
  ])("returns a note with %s unchanged, also in the timeline", async (_, body) => {
    const reply = await addNote(body);
    expect(reply.status).toBe(201);
    const note = reply.json as Note;
    expect(note).toMatchObject({ id: expect.stringMatching(/^note_/), alert_id: alert.id, body });
    const list = (await call("GET", `/alerts/${alert.id}/notes`)).json as NoteList;
    expect(list.data).toEqual([note]);
    expect((await timeline()).data.at(-1)).toMatchObject({ type: "alert.note_added", note: { id: note.id, body } });
  });

  it.each([
    ["nothing", ""],
    ["blanks", " \n\t "],
    ["too much", "x".repeat(MAX_NOTE_LENGTH + 1)],
    ["NUL", "a\u0000b"],
    ["half a surrogate pair", "a\ud800b"],
    ["a number", 4],
    ["null", null],
  ])("rejects a note of %s and leaves the timeline unchanged", async (_, body) => {
    expect((await addNote(body)).json).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/body" }] });
    expect((await timeline()).data).toHaveLength(1);
  });

  it("records the author of a note: a person or an API key", async () => {
    const person = await partner.organization.person("support");
    const reply = await send(url(), `/alerts/${alert.id}/notes`, {
      method: "POST",
      headers: { ...person.headers, Origin: url() },
      body: { body: "I go" },
    });
    expect(reply.json).toMatchObject({ author: { kind: "user", name: "Test support" } });
    expect((reply.json as Note).author.id).toMatch(/^user_/);
    expect((await addNote("noted")).json).toMatchObject({ author: { kind: "api_key", name: "Test key" } });
  });

  it("stores a note once per Idempotency-Key", async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () =>
        call("POST", `/alerts/${alert.id}/notes`, { body: "once" }, { "Idempotency-Key": "note-1" }),
      ),
    );
    const made = replies.filter(({ status }) => status === 201).map(({ json }) => (json as Note).id);
    expect(new Set(made).size).toBe(1);
    expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(((await call("GET", `/alerts/${alert.id}/notes`)).json as NoteList).data).toHaveLength(1);
  });

  it("updates the alert's updated_at but not its version when a note is added", async () => {
    await addNote("look at the gate");
    const after = (await call("GET", `/alerts/${alert.id}`)).json as Alert;
    expect(after).toEqual({ ...alert, updated_at: after.updated_at });
    expect(after.updated_at > alert.updated_at).toBe(true);
    expect((await call("PATCH", `/alerts/${alert.id}`, { severity: "low" }, { "If-Match": '"1"' })).status).toBe(200);
  });

  it("lists notes oldest first and once each while others are added", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(((await addNote(`note ${n}`)).json as Note).id);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = cursor ? `&cursor=${cursor}` : "";
      const page = (await call("GET", `/alerts/${alert.id}/notes?limit=3&include_total=true${query}`)).json as NoteList;
      if (seen.length === 0) {
        expect(page.total).toBe(7);
        ids.push(((await addNote("late")).json as Note).id);
      }
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
  });

  it("links to the next page with a cursor valid only for this alert's notes", async () => {
    await addNote("one");
    await addNote("two");
    const first = await call("GET", `/alerts/${alert.id}/notes?limit=1`);
    const next = /\/api\/v1([^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect((await call("GET", next)).json).toMatchObject({ data: [{ body: "two" }], has_more: false });
    const { next_cursor: cursor } = first.json as NoteList;
    const other = await create();
    for (const path of [`/alerts/${other.id}/notes`, `/alerts/${alert.id}/timeline`, "/alerts"]) {
      expect((await call("GET", `${path}?limit=1&cursor=${cursor}`)).json).toMatchObject({ code: "invalid_cursor" });
    }
  });

  it("returns 404 for the notes and timeline of another organization's alert", async () => {
    await addNote("ours");
    const theirs = await (await createTestOrganization()).bearer();
    for (const [method, part] of [
      ["GET", "notes"],
      ["POST", "notes"],
      ["GET", "timeline"],
    ] as const) {
      const body = method === "POST" ? { body: "theirs" } : undefined;
      const reply = await send(url(), `/alerts/${alert.id}/${part}`, { method, headers: theirs, body });
      expect({ status: reply.status, leaks: reply.text.includes("ours") }).toEqual({ status: 404, leaks: false });
    }
    expect((await timeline()).data).toHaveLength(2);
  });

  it("lists the actor, changes, comment and note of each timeline entry, oldest first", async () => {
    const person = await partner.organization.person("support");
    const members = (await send(url(), "/members", { headers: person.headers })).json as { data: { id: string }[] };
    const me = members.data[0]?.id ?? "";
    alert = await create({ dedup_key: "gate" });
    await create({ dedup_key: "gate" });
    const patch = (body: object) =>
      send(url(), `/alerts/${alert.id}`, { method: "PATCH", headers: { ...person.headers, Origin: url() }, body });
    await patch({ status: "acknowledged", assignee_id: me, comment: "mine" });
    await addNote("guard is there");
    await patch({ tags: ["gate"], severity: "high" });
    await patch({ assignee_id: null });
    await patch({ status: "dismissed", disposition: "false_positive", disposition_reason: "a cat" });
    const { data } = await timeline();
    const nothing = { changes: {}, comment: null, note: null, occurrence_count: null };
    const key = { kind: "api_key", name: "Test key" };
    const user = { kind: "user", id: me, name: "Test support" };
    expect(data).toMatchObject([
      { ...nothing, type: "alert.created", actor: key },
      { ...nothing, type: "alert.reoccurred", actor: key, occurrence_count: 2 },
      {
        ...nothing,
        type: "alert.status_changed",
        actor: user,
        changes: { status: { from: "open", to: "acknowledged" }, assignee_id: { from: null, to: me } },
        comment: "mine",
      },
      { ...nothing, type: "alert.note_added", actor: key, note: { body: "guard is there" } },
      {
        ...nothing,
        type: "alert.updated",
        actor: user,
        changes: { tags: { from: [], to: ["gate"] }, severity: { from: "medium", to: "high" } },
      },
      { ...nothing, type: "alert.updated", changes: { assignee_id: { from: me, to: null } } },
      {
        ...nothing,
        type: "alert.status_changed",
        changes: {
          status: { from: "acknowledged", to: "dismissed" },
          disposition: { from: null, to: "false_positive" },
          disposition_reason: { from: null, to: "a cat" },
        },
      },
    ]);
    expect(data.map(({ created_at }) => created_at)).toEqual(data.map(({ created_at }) => created_at).toSorted());
    expect(JSON.stringify(data)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it("records a comment sent without any other change", async () => {
    await call("PATCH", `/alerts/${alert.id}`, { comment: "still watching" });
    expect((await timeline()).data.at(-1)).toMatchObject({
      type: "alert.updated",
      changes: {},
      comment: "still watching",
    });
  });

  it("orders a change before the note that waited for it", async () => {
    let [change, note]: Promise<unknown>[] = [];
    await database().db.transaction(async (tx) => {
      await tx.execute(sql`select from alerts
        where organization_id = ${partner.organization.id} and id = ${decodeId("alert", alert.id)}::uuid for update`);
      change = call("PATCH", `/alerts/${alert.id}`, { status: "acknowledged" });
      await sleep(300);
      note = addNote("seen");
      await sleep(300);
    });
    await Promise.all([change, note]);
    const types = (await timeline()).data.map(({ type }) => type);
    expect(types).toEqual(["alert.created", "alert.status_changed", "alert.note_added"]);
  });

  it("pages through a long timeline in order, each entry once", async () => {
    for (let n = 0; n < 11; n += 1) await addNote(`note ${n}`);
    const whole = await timeline("?limit=200&include_total=true");
    expect(whole).toMatchObject({ total: 12, has_more: false });
    const seen: Timeline["data"] = [];
    let page = await timeline("?limit=5");
    for (seen.push(...page.data); page.next_cursor; seen.push(...page.data)) {
      page = await timeline(`?limit=5&cursor=${page.next_cursor}`);
    }
    expect(seen).toEqual(whole.data);
    expect(seen.map(({ note }) => note?.body ?? null)).toEqual([
      null,
      ...Array.from({ length: 11 }, (_, n) => `note ${n}`),
    ]);
  });

  it("shows newer entries while an older transaction is open, without skipping its entry later", async () => {
    const { sql } = database();
    const subject = decodeId("alert", alert.id) ?? "";
    const isSettled = async () => {
      const [now] = await sql<{ horizon: string }[]>`select feed_horizon() as horizon`;
      const [row] = await sql`select transaction_id < ${now?.horizon}::xid8 as is_settled
        from events where organization_id = ${partner.organization.id}`;
      return row?.is_settled;
    };
    await expect.poll(isSettled, { timeout: 20_000 }).toBe(true);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isOpen = () => {};
    const opened = new Promise<void>((resolve) => {
      isOpen = resolve;
    });
    const older = sql.begin(async (tx) => {
      await tx`insert into events (organization_id, id, type, subject_id, actor_kind, actor_name, data)
        values (${partner.organization.id}, gen_random_uuid(), 'alert.reoccurred', ${subject}, 'system', 'Late', '{}')`;
      isOpen();
      await released;
    });
    await opened;
    for (const body of ["a", "b", "c"]) await addNote(body);
    expect((await timeline()).data.map(({ note }) => note?.body ?? null)).toEqual([null, "a", "b", "c"]);
    const first = await timeline("?limit=2");
    expect(first).toMatchObject({ data: [{ type: "alert.created" }], has_more: true });
    release();
    await older;
    await sleep(10);
    const rest = await timeline(`?limit=2&cursor=${first.next_cursor}`);
    expect(rest.data.map(({ actor, note }) => note?.body ?? actor.name)).toEqual(["Late", "a"]);
  });
});
