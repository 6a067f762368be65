import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn } from "@/lib/auth/password";
import { sessionCookieName } from "@/lib/auth/session";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { organizations, sessions } from "@/lib/db/tables/people";
import { emailsTo, openAnotherSession, personWithPassword, personWithTwoFactor } from "../fixtures/account";
import { type ApiCall, send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";
import { PASSWORD, totpCode } from "../fixtures/secrets";

const { db } = database();
const NEW_PASSWORD = "another horse battery";
/** Every instance reads sessions from the database, so a session that ends on one instance is invalid on the other. */
const [one, other] = servers;

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createTestOrganization();
});

type Headers = Record<string, string>;
const ask = (path: string, headers: Headers, call: ApiCall = {}, server = one.url()) =>
  send(server, path, { ...call, headers: { ...headers, Origin: server } });
const post = (path: string, headers: Headers, body?: unknown) =>
  ask(path, headers, { method: "POST", ...(body !== undefined && { body }) });
const statusOf = async (headers: Headers, server = other.url()) => (await ask("/account", headers, {}, server)).status;
const kindsTo = async ({ email }: TestPerson) => (await emailsTo(email)).map(({ kind }) => kind);
const pointersOf = (json: unknown) => (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);

describe("sessions", () => {
  it("lists the person's own sessions with device, IP address, and which one is current", async () => {
    const [person, stranger] = [await organization.person("viewer"), await organization.person("viewer")];
    const phone = await openAnotherSession(
      person,
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1",
    );
    await openAnotherSession(stranger);
    const { json } = await ask("/account/sessions", person.headers);
    expect(json).toMatchObject({
      data: [
        { device: "Unknown device", current: true },
        { id: phone.id, device: "Safari on iPhone", ip: "192.0.2.7", current: false },
      ],
    });
  });

  it("ends one other session, or all others, on every instance", async () => {
    const person = await organization.person("support");
    const [phone, tablet, laptop] = [
      await openAnotherSession(person),
      await openAnotherSession(person),
      await openAnotherSession(person),
    ];
    const ended = await ask(`/account/sessions/${phone.id}`, person.headers, { method: "DELETE" });
    expect(ended.status).toBe(204);
    expect(await statusOf(phone.headers)).toBe(401);
    expect(await statusOf(tablet.headers)).toBe(200);
    expect((await post("/account/sessions/end-others", person.headers)).json).toEqual({ ended: 2 });
    expect([await statusOf(tablet.headers), await statusOf(laptop.headers)]).toEqual([401, 401]);
    expect(await statusOf(person.headers)).toBe(200);
    const again = await ask(`/account/sessions/${phone.id}`, person.headers, { method: "DELETE" });
    expect(again.status).toBe(404);
  });

  it("records when and from which IP address a session was last seen", async () => {
    const person = await organization.person("viewer");
    const { id, headers } = await openAnotherSession(person);
    const mine = eq(sessions.id, decodeId("session", id) ?? "");
    await db.update(sessions).set({ lastSeenAt: sql`now() - interval '2 hours'` }).where(mine);
    expect(await statusOf(headers, one.url())).toBe(200);
    const seen = async () =>
      (await db.select({ at: sessions.lastSeenAt, ip: sessions.ip }).from(sessions).where(mine))[0];
    await expect.poll(async () => Date.now() - Number((await seen())?.at)).toBeLessThan(60_000);
    expect((await seen())?.ip).toMatch(/127\.0\.0\.1|::1/);
  });

  it("ends the least recently seen session when a person opens more than 100", async () => {
    const person = await organization.person("viewer");
    const oldest = await openAnotherSession(person);
    for (let i = 0; i < 98; i += 1) await openAnotherSession(person);
    expect(await statusOf(oldest.headers)).toBe(200);
    await db
      .update(sessions)
      .set({ lastSeenAt: sql`now() - interval '1 day'` })
      .where(eq(sessions.id, decodeId("session", oldest.id) ?? ""));
    await openAnotherSession(person);
    expect(await statusOf(oldest.headers)).toBe(401);
    expect(await statusOf(person.headers)).toBe(200);
  });

  it("rejects altered, truncated, forged, misnamed, and missing session cookies", async () => {
    const [person, stranger] = [await organization.person("viewer"), await organization.person("viewer")];
    const cookie = person.headers.Cookie ?? "";
    const name = sessionCookieName();
    const values = [
      `${cookie.slice(0, -8)}${cookie.at(-8) === "A" ? "B" : "A"}${cookie.slice(-7)}`,
      cookie.slice(0, cookie.length / 2),
      `${name}=${"x".repeat(5_000)}`,
      `${name}=eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify({ sub: person.id })).toString("base64url")}.`,
      `other=${(stranger.headers.Cookie ?? "").slice(name.length + 1)}`,
      "",
    ];
    for (const Cookie of values) expect(await statusOf({ ...person.headers, Cookie }, one.url())).toBe(401);
  });
});

describe("the profile", () => {
  it("returns the person's details, changes the name, and rejects an email change", async () => {
    const person = await personWithPassword(organization);
    const changed = await ask("/account", person.headers, { method: "PATCH", body: { name: "  Ana  " } });
    expect(changed.json).toMatchObject({ name: "Ana", email: person.email, has_password: true });
    expect((await ask("/account", person.headers)).json).toEqual(changed.json);
    const refused = await ask("/account", person.headers, { method: "PATCH", body: { email: "b@example.test" } });
    expect([refused.status, pointersOf(refused.json)]).toEqual([422, ["/email"]]);
  });
});

describe("changing the password", () => {
  const change = (headers: Headers, current_password: string, new_password = NEW_PASSWORD) =>
    post("/account/password", headers, { current_password, new_password });

  it("ends every other session on every instance, emails the person, and keeps this session", async () => {
    const person = await personWithPassword(organization);
    const elsewhere = await openAnotherSession(person);
    expect((await change(person.headers, PASSWORD)).status).toBe(204);
    expect([await statusOf(elsewhere.headers), await statusOf(person.headers)]).toEqual([401, 200]);
    const { email } = person;
    expect(await signIn({ email, password: PASSWORD }, "a")).toBeNull();
    expect(await signIn({ email, password: NEW_PASSWORD }, "a")).toMatchObject({ person: { email } });
    expect(await emailsTo(email)).toMatchObject([{ kind: "password_changed", organizationId: organization.id }]);
  });

  it("requires the current password even for repeated or concurrent requests with an Idempotency-Key", async () => {
    const person = await personWithPassword(organization);
    const once = { ...person.headers, "Idempotency-Key": "change" };
    expect((await change(once, PASSWORD)).status).toBe(204);
    expect((await change(once, PASSWORD)).status).toBe(422);
    const guesses = Array.from({ length: 30 }, (_, n) =>
      change({ ...person.headers, "Idempotency-Key": `change-${n}` }, "wrong"),
    );
    const statuses = new Set((await Promise.all(guesses)).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([422, 429]);
    const kept = await db.execute(sql`select 1 from idempotency_keys where organization_id = ${person.id}`);
    expect(kept).toHaveLength(0);
  });

  it("rejects a wrong current password and returns 429 after ten wrong attempts", async () => {
    const person = await personWithPassword(organization);
    const wrong = await change(person.headers, "wrong");
    expect([wrong.status, pointersOf(wrong.json)]).toEqual([422, ["/current_password"]]);
    for (let i = 0; i < 9; i += 1) await change((await openAnotherSession(person)).headers, "wrong");
    const blocked = await change(person.headers, PASSWORD);
    expect([blocked.status, Number(blocked.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(await kindsTo(person)).toEqual([]);
  });

  it("accepts 8 to 1,000 characters and compares all of them", async () => {
    for (const [password, status] of [
      ["seven77", 422],
      ["eight 8!", 204],
      [" leading and trailing ", 204],
      ["é un œuf ".repeat(8).slice(0, 64), 204],
      ["é un œuf ".repeat(9).slice(0, 73), 204],
      ["ten chars ".repeat(100), 204],
      ["ten chars ".repeat(100).concat("x"), 422],
      ["nul\u0000 inside", 422],
    ] as const) {
      const person = await personWithPassword(organization);
      const reply = await change(person.headers, PASSWORD, password);
      expect([password.slice(0, 10), reply.status]).toEqual([password.slice(0, 10), status]);
      if (status !== 204) continue;
      expect(await signIn({ email: person.email, password: password.slice(0, -1) }, "b")).toBeNull();
      expect(await signIn({ email: person.email, password }, "b")).toHaveProperty("person");
    }
    const person = await personWithPassword(organization);
    expect((await change(person.headers, PASSWORD, "x".repeat(1_000_000))).status).toBe(413);
  });
});

describe("two-factor sign-in", () => {
  const setUp = async (person: TestPerson) => {
    const reply = await post("/account/two-factor", person.headers, { password: PASSWORD });
    const { secret, url } = reply.json as { secret: string; url: string };
    expect(new URL(url).searchParams.get("secret")).toBe(secret);
    return secret;
  };

  it("turns on after a correct code, ends other sessions, and returns ten recovery codes", async () => {
    const person = await personWithPassword(organization);
    const elsewhere = await openAnotherSession(person);
    const secret = await setUp(person);
    const confirm = (code: string) => post("/account/two-factor/confirm", person.headers, { code });
    const wrong = await confirm("000000");
    expect([wrong.status, pointersOf(wrong.json)]).toEqual([422, ["/code"]]);
    // This code has six UTF-16 code units but more than six bytes.
    const astral = await confirm("𛆫𝅘𝅥");
    expect([astral.status, pointersOf(astral.json)]).toEqual([422, ["/code"]]);
    expect(await statusOf(elsewhere.headers)).toBe(200);
    const right = await confirm(totpCode(secret));
    expect((right.json as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
    expect([await statusOf(elsewhere.headers), await statusOf(person.headers)]).toEqual([401, 200]);
    expect((await ask("/account", person.headers)).json).toMatchObject({
      two_factor: { enabled: true, recovery_codes_left: 10, required_by: [] },
    });
    const { email } = person;
    expect(await signIn({ email, password: PASSWORD }, "c")).toEqual({ twoFactor: "required" });
    expect(await signIn({ email, password: PASSWORD, code: totpCode(secret) }, "c")).toEqual({ twoFactor: "wrong" });
  });

  it("requires the correct password for setup, even with a valid session", async () => {
    const person = await personWithPassword(organization);
    for (const body of [undefined, {}, { password: "wrong" }]) {
      const refused = await post("/account/two-factor", person.headers, body);
      expect([refused.status, pointersOf(refused.json)]).toEqual([422, ["/password"]]);
    }
    expect((await post("/account/two-factor/confirm", person.headers, { code: "000000" })).status).toBe(409);
  });

  it("requires verification to replace recovery codes and to turn off", async () => {
    const person = await personWithTwoFactor(organization);
    const replace = (code: string) => post("/account/two-factor/recovery-codes", person.headers, { code });
    const end = (body: object) => ask("/account/two-factor", person.headers, { method: "DELETE", body });
    expect((await replace("000000")).status).toBe(422);
    expect((await replace(totpCode(person.secret))).status).toBe(200);
    expect((await end({})).status).toBe(422);
    const wrong = await end({ password: "wrong" });
    expect([wrong.status, pointersOf(wrong.json)]).toEqual([422, ["/password"]]);
    expect((await end({ code: totpCode(person.secret) })).status).toBe(422);
    expect((await end({ code: totpCode(person.secret, 1) })).status).toBe(204);
    expect(await signIn({ email: person.email, password: PASSWORD }, "d")).toHaveProperty("person");
    expect(await kindsTo(person)).toEqual(["two_factor_off"]);
  });

  it("stays on while one of the person's organizations requires it", async () => {
    const strict = await createTestOrganization();
    await db.update(organizations).set({ requireTwoFactor: true }).where(eq(organizations.id, strict.id));
    const person = await personWithTwoFactor(strict);
    const refused = await ask("/account/two-factor", person.headers, {
      method: "DELETE",
      body: { password: PASSWORD },
    });
    expect([refused.status, (refused.json as { code: string }).code]).toEqual([409, "conflict"]);
    expect((await ask("/account", person.headers)).json).toMatchObject({
      two_factor: { enabled: true, required_by: [{ slug: strict.slug }] },
    });
  });

  it("returns 429 after ten wrong codes, even for the correct code", async () => {
    const person = await personWithPassword(organization);
    const secret = await setUp(person);
    for (let i = 0; i < 10; i += 1) await post("/account/two-factor/confirm", person.headers, { code: "000000" });
    const reply = await post("/account/two-factor/confirm", person.headers, { code: totpCode(secret) });
    expect(reply.status).toBe(429);
  });
});
