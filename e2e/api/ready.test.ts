import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";
import { send } from "../fixtures/api";
import { createTestDatabase, type TestDatabase } from "../fixtures/databases";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";
import { startTestServer, type TestServer } from "../fixtures/servers";

describe("the readiness endpoint", () => {
  let place: TestDatabase;
  let pool: ReturnType<typeof connect>;
  let server: TestServer;
  let organization: TestOrganization;

  beforeAll(async () => {
    place = await createTestDatabase();
    await migrateDatabase(place.url);
    pool = connect(place.url, { max: 1 });
    organization = await createTestOrganization({ db: pool.db });
    server = await startTestServer("server", { DATABASE_URL: place.url });
  });
  afterAll(async () => {
    await server?.stop();
    await pool?.sql.end();
    await place?.drop();
  });

  const ready = async () => (await fetch(`${server.url}/api/health/ready`)).status;
  const live = async () => (await fetch(`${server.url}/api/health/live`)).status;
  const create = async () => {
    const { externalId } = await organization.camera();
    const body = { camera_id: externalId, use_case: "intrusion", status: "open" };
    return send(server.url, "/alerts", { method: "POST", headers: await organization.bearer(), body });
  };

  it("returns 503 while the database is read-only, then 200 again", async () => {
    const name = new URL(place.url).pathname.slice(1);
    // The setting applies only to new sessions, so existing sessions are terminated.
    const setReadOnly = async (value: "on" | "off") => {
      await pool.sql.query(`alter database ${name} set default_transaction_read_only = ${value}`);
      await pool.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
    };
    await expect.poll(ready).toBe(200);
    await setReadOnly("on");
    await expect.poll(ready).toBe(503);
    expect(await live()).toBe(200);
    await pool.sql`set default_transaction_read_only = off`;
    await setReadOnly("off");
    await expect.poll(ready).toBe(200);
  });

  it("returns 503 from the first write that hits a full disk until space is free", async () => {
    // Raises PostgreSQL's error for a full disk without filling a disk.
    await pool.sql.query(`
      create function fail_insert() returns trigger language plpgsql as
        $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$;
      create function fail_table() returns event_trigger language plpgsql as
        $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on alerts execute function fail_insert();
      create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function fail_table()`);
    await expect.poll(ready).toBe(200);
    const refused = await create();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    await expect.poll(ready).toBe(503);
    await pool.sql.query("drop event trigger full_disk; drop trigger full_disk on alerts");
    await expect.poll(ready).toBe(200);
    expect((await create()).status).toBe(201);
  });
});
