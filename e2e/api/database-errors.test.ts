import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { send } from "@/e2e/fixtures/api";
import { createTestDatabase, type TestDatabase } from "@/e2e/fixtures/databases";
import { createTestOrganization, type TestPerson } from "@/e2e/fixtures/organization";
import { startTestServer, type TestServer } from "@/e2e/fixtures/servers";
import { connect, database } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";

const CANARY = "canary-7f3a";
/**
 * Paths for a server's first request. It opens the shared pool, so the pool's objects come from the bundle that
 * handles it.
 */
const firstRequests = ["/sign-in", "/api/health/ready", "/api/v1/me"];
const kinds = ["server", "next"] as const;

/**
 * Makes inserts of alerts fail with the SQLSTATE in the alert's title. With `once` in the title, only the first
 * insert fails.
 */
const RAISE = `
  create sequence raised;
  create function raise_state() returns trigger language plpgsql as $$ begin
    if new.title like 'raise %' and (new.title not like '% once %' or nextval('raised') = 1) then
      raise exception 'raised for %', new.title using errcode = split_part(new.title, ' ', 2);
    end if;
    return new;
  end $$;
  create trigger raise_state before insert on alerts for each row execute function raise_state()`;

let place: TestDatabase;
let direct: ReturnType<typeof connect>;
let headers: Record<string, string>;
let camera: { id: string; externalId: string };
let taken: { externalId: string };
let page: string;
let admin: TestPerson;

beforeAll(async () => {
  place = await createTestDatabase();
  await migrateDatabase(place.url);
  direct = connect(place.url, { max: 1 });
  await direct.sql.query(RAISE);
  const organization = await createTestOrganization({ db: direct.db });
  headers = await organization.bearer();
  [camera, taken] = [await organization.camera(), await organization.camera()];
  admin = await organization.person("admin");
  page = `/${organization.slug}/alerts?q=${CANARY}`;
});
afterAll(async () => {
  await direct?.sql.end({ timeout: 1 });
  await place?.drop();
});

const name = () => new URL(place.url).pathname.slice(1);
const endOthers = () =>
  direct.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name()} and pid <> pg_backend_pid()`;

describe.each(kinds.flatMap((kind) => firstRequests.map((first) => ({ kind, first }))))(
  "$kind after a first request to $first",
  ({ kind, first }) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer(kind, { DATABASE_URL: place.url });
      await (await fetch(server.url + first, { headers })).text();
    });
    afterAll(() => server?.stop());

    const create = (title: string) => {
      const body = { camera_id: camera.externalId, use_case: "errors", status: "open", title: `${title} ${CANARY}` };
      return send(server.url, "/alerts", { method: "POST", headers, body });
    };

    it("returns 503 with Retry-After for transient errors and 500 for others, without logging values", async () => {
      // Too many connections, disk full, I/O error, query canceled, shutting down, lock not available,
      // serialization failure.
      for (const state of ["53300", "53100", "58030", "57014", "57P01", "55P03", "40001"]) {
        const reply = await create(`raise ${state} always`);
        expect([state, reply.status, reply.headers.get("retry-after")]).toEqual([state, 503, "1"]);
      }
      expect((await create("raise XX001 always")).json).toMatchObject({ status: 500, code: "internal" });
      await expect.poll(() => server.log()).toContain("XX001");
      expect(server.log()).not.toContain(CANARY);
    });

    it("retries after a deadlock and returns 409 for a duplicate", async () => {
      await direct.sql`alter sequence raised restart`;
      expect((await create("raise 40P01 once")).status).toBe(201);
      const body = { external_id: taken.externalId };
      const reply = await send(server.url, `/cameras/${camera.id}`, { method: "PATCH", headers, body });
      expect(reply.json).toMatchObject({ status: 409, code: "conflict" });
    });

    it("serves reads and returns 503 with Retry-After for writes while the database is read-only", async () => {
      await direct.sql.query(`alter database ${name()} set default_transaction_read_only = on`);
      try {
        await endOthers();
        await expect.poll(async () => (await send(server.url, "/alerts", { headers })).status).toBe(200);
        const reply = await create("read-only");
        expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "1"]);
        expect(server.log()).not.toContain(CANARY);
      } finally {
        await direct.sql.query(`alter database ${name()} reset default_transaction_read_only`);
        await endOthers();
      }
      await expect.poll(async () => (await create("writable")).status).toBe(201);
    });

    it("returns 503 while the database rejects connections, without logging statements", async () => {
      await database().sql.query(`alter database ${name()} allow_connections off`);
      try {
        await endOthers();
        await expect.poll(async () => (await send(server.url, `/alerts?q=${CANARY}`, { headers })).status).toBe(503);
        await (await fetch(server.url + page, { headers: admin.headers })).text();
        expect(server.log()).not.toContain(CANARY);
        expect(server.log()).not.toMatch(/failed query|params/i);
      } finally {
        await database().sql.query(`alter database ${name()} allow_connections on`);
      }
      await expect.poll(async () => (await send(server.url, "/alerts", { headers })).status).toBe(200);
    });
  },
);
