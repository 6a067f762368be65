import { connect as connectTo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { selfSignedCertificate } from "@/e2e/fixtures/certificate";
import { createTestDatabase, type TestDatabase } from "@/e2e/fixtures/databases";
import { freePort } from "@/e2e/fixtures/servers";
import { connect } from "./client";

let place: TestDatabase;
let admin: ReturnType<typeof connect>;

beforeAll(async () => {
  place = await createTestDatabase();
  admin = connect(place.url, { max: 1 });
  await admin.sql`create table notes (text text unique)`;
});
afterAll(async () => {
  await admin?.sql.end();
  await place?.drop();
});

const stored = async () =>
  (await admin.sql<{ text: string }[]>`select text from notes order by text`).map((row) => row.text);
const endSession = (pid: number) => admin.sql`select pg_terminate_backend(${pid})`;

/** Empties the table and calls `run` with a new pool that has these options. The pool is closed afterwards. */
async function withPool(
  options: Parameters<typeof connect>[1],
  run: (pool: ReturnType<typeof connect>) => Promise<void>,
) {
  await admin.sql`truncate notes`;
  const pool = connect(place.url, options);
  try {
    await run(pool);
  } finally {
    await pool.sql.end({ timeout: 1 });
  }
}

describe("a transaction that loses its connection", () => {
  it("stores nothing and does not leak into the pool's next transaction", () =>
    withPool({ max: 1 }, async ({ sql }) => {
      const first = sql.begin(async (tx) => {
        await tx`set local idle_in_transaction_session_timeout = 50`;
        await tx`insert into notes values ('A1')`;
        await sleep(300);
        await tx`insert into notes values ('A2')`;
      });
      const second = sql.begin(async (tx) => {
        await tx`insert into notes values ('B1')`;
        await sleep(300);
        await tx`insert into notes values ('B2')`;
        throw new Error("undone");
      });
      await expect(first).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
      await expect(second).rejects.toThrow("undone");
      await sql`insert into notes values ('C')`;
      expect(await stored()).toEqual(["C"]);
    }));

  it("runs none of its pipelined statements outside the transaction", () =>
    withPool({ max: 1 }, async ({ sql }) => {
      for (let round = 0; round < 10; round += 1) {
        const work = sql.begin(async (tx) => {
          const [session] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
          const sent = Array.from({ length: 20 }, (_, n) => tx`insert into notes values (${`${round}/${n}`})`);
          sent.push(tx`select pg_sleep(5)`);
          await endSession(session?.pid ?? 0);
          await Promise.all(sent);
        });
        await expect(work).rejects.toMatchObject({
          code: expect.stringMatching(/^(?:CONNECTION_CLOSED|ECONNRESET|EPIPE)$/),
        });
      }
      expect(await stored()).toEqual([]);
    }));

  it("rejects statements after its end", () =>
    withPool({ max: 1 }, async ({ sql }) => {
      const kept = await sql.begin(async (tx) => tx);
      await sql.begin(async (tx) => {
        await expect(kept`insert into notes values ('late')`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
        await tx`insert into notes values ('in time')`;
      });
      expect(await stored()).toEqual(["in time"]);
    }));
});

describe("a transaction with a failed statement", () => {
  it("rolls back and reports the first error, even when it was caught", () =>
    withPool({ max: 1 }, async ({ sql }) => {
      const work = sql.begin(async (tx) => {
        await tx`insert into notes values ('once')`;
        await tx`insert into notes values ('once')`.catch(() => {});
        await tx`insert into notes values ('more')`;
      });
      await expect(work).rejects.toMatchObject({ code: "23505" });
      expect(await stored()).toEqual([]);
    }));

  it("keeps the rest when the failure was in a rolled-back savepoint", () =>
    withPool({ max: 1 }, async ({ db, sql }) => {
      await db.transaction(async (tx) => {
        await tx.execute("insert into notes values ('kept')");
        const part = tx.transaction(async (inner) => {
          await inner.execute("insert into notes values ('undone')");
          await inner.execute("insert into notes values ('kept')");
        });
        await expect(part).rejects.toMatchObject({ name: "PostgresError", code: "23505" });
      });
      await sql`insert into notes values ('after')`;
      expect(await stored()).toEqual(["after", "kept"]);
    }));
});

describe("a connection pool", () => {
  it("opens new connections after all of its own were cut", () =>
    withPool({ max: 3 }, async ({ sql }) => {
      for (let round = 0; round < 5; round += 1) {
        const pids = await Promise.all(
          Array.from({ length: 3 }, () => sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.05)::text`),
        );
        for (const [session] of pids) await endSession(session?.pid ?? 0);
        await expect.poll(() => sql`select 1`.then((rows) => rows.length)).toBe(1);
      }
    }));

  it("rejects a statement that waits too long for a connection, then recovers", () =>
    withPool({ max: 1, waitMs: 50 }, async ({ sql }) => {
      const busy = sql`select pg_sleep(0.5)::text`;
      await expect(sql`select 1`).rejects.toMatchObject({ code: "POOL_TIMEOUT" });
      await busy;
      expect(await sql`select 1`).toHaveLength(1);
    }));

  it("waits for running statements before it ends and rejects new ones", () =>
    withPool({ max: 2 }, async ({ sql }) => {
      const running = sql`insert into notes select 'done' from pg_sleep(0.2)`;
      await sql`select 1`;
      const ended = sql.end();
      await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_ENDED" });
      await Promise.all([running, ended]);
      expect(await stored()).toEqual(["done"]);
    }));
});

describe("a database URL with sslmode", () => {
  it("connects over TLS and reconnects after the connection is lost", async () => {
    const { hostname, port } = new URL(place.url);
    const sockets = new Set<Socket>();
    // A server that accepts SSLRequest like PostgreSQL, and forwards the data that it receives over TLS.
    const front = createServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      socket.once("data", () => {
        socket.write("S");
        const inside = new TLSSocket(socket, { isServer: true, ...selfSignedCertificate() }).on("error", () => {});
        inside.pipe(connectTo(Number(port), hostname).on("error", () => {})).pipe(inside);
      });
    });
    const frontPort = await freePort();
    await new Promise<void>((done) => front.listen(frontPort, "127.0.0.1", done));
    const url = new URL(place.url);
    url.port = String(frontPort);
    url.searchParams.set("sslmode", "require");
    const { sql } = connect(url.href, { max: 1 });
    try {
      expect(await sql`select ${"through"}::text as text`).toEqual([{ text: "through" }]);
      const cut = expect(sql`select pg_sleep(5)::text`).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:CONNECTION_CLOSED|ECONNRESET)$/),
      });
      await sleep(100);
      for (const socket of sockets) socket.destroy();
      await cut;
      expect(await sql`select 1`).toHaveLength(1);
    } finally {
      await sql.end({ timeout: 1 });
      front.close();
    }
  });
});

describe("a database URL without a PostgreSQL server", () => {
  let silent: Server;
  const sockets = new Set<Socket>();
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent?.close();
  });

  async function serve(take: (socket: Socket) => void): Promise<string> {
    const port = await freePort();
    silent = createServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      take(socket);
    });
    await new Promise<void>((done) => silent.listen(port, "127.0.0.1", done));
    return `postgres://stranger:secret@127.0.0.1:${port}/none`;
  }

  it("fails the statement when the server never responds", async () => {
    const { sql } = connect(await serve(() => {}), { max: 1 });
    await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECT_TIMEOUT" });
    await sql.end();
    silent.close();
  });

  it("fails the statement at once, without retrying, when the server hangs up", async () => {
    let connections = 0;
    const url = await serve((socket) => {
      connections += 1;
      socket.end();
    });
    const { sql } = connect(url, { max: 1 });
    await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(connections).toBe(1);
    await sql.end();
  });

  it("fails the statement when the connection is refused", async () => {
    const { sql } = connect(`postgres://stranger:secret@127.0.0.1:${await freePort()}/none`, { max: 1 });
    await expect(sql`select 1`).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await sql.end();
  });
});
