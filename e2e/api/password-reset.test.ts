import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn } from "@/lib/auth/password";
import { database } from "@/lib/db/client";
import { memberships } from "@/lib/db/tables/people";
import { emailsTo, personWithPassword, personWithTwoFactor, resetToken } from "../fixtures/account";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";
import { PASSWORD } from "../fixtures/secrets";

const { db } = database();
const NEW_PASSWORD = "another horse battery";
const [{ url: server }, { url: otherServer }] = servers;

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createTestOrganization();
});

type Headers = Record<string, string>;
const post = (path: string, headers: Headers, body: unknown) =>
  send(server(), path, { method: "POST", headers: { ...headers, Origin: server() }, body });
const statusOf = async (headers: Headers) => (await send(otherServer(), "/account", { headers })).status;
const kindsTo = async ({ email }: TestPerson) => (await emailsTo(email)).map(({ kind }) => kind);
const pointersOf = (json: unknown) => (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);

describe("resetting a forgotten password", () => {
  const request = (email: string, headers: Headers = {}) => post("/account/password-reset", headers, { email });
  const confirm = (token: string, password = NEW_PASSWORD) =>
    post("/account/password-reset/confirm", {}, { token, password });
  const linkTo = async ({ email }: TestPerson) => (await emailsTo(email)).at(-1)?.content.url ?? "";
  const tokenIn = (url: string) => url.slice(url.lastIndexOf("/") + 1);

  it("responds identically to known and unknown emails, including the rate limit", async () => {
    const { email } = await personWithPassword(organization);
    const answers = async (address: string) => {
      const replies = [];
      for (let i = 0; i < 6; i += 1) replies.push(await request(address));
      return replies.map(({ status, text }) => [status, text.replace(/"(?:request_id|instance)":"[^"]*"/g, "")]);
    };
    const known = await answers(email);
    expect(await answers(`x${email}`)).toEqual(known);
    expect(known.map(([status]) => status)).toEqual([204, 204, 204, 204, 204, 429]);
  });

  it("sends the link to the stored email with the configured host, ignoring request headers", async () => {
    const person = await personWithPassword(organization);
    const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" };
    expect((await request(person.email.toUpperCase(), headers)).status).toBe(204);
    const url = await linkTo(person);
    expect(url).toMatch(/^https?:\/\/[^/]+\/reset-password\/[\w-]{43}$/);
    expect(url).not.toContain("evil.example");
    const [row] = await db.execute<{ row: string }>(
      sql`select r::text as row from password_resets r where user_id = ${person.id}`,
    );
    expect(row?.row).not.toContain(tokenIn(url));
    for (const email of [
      "a@x.com,b@y.com",
      '"e@evil"@x.com',
      "a＠x.com",
      "a@x.com\r\nBcc: b@y.com",
      "a@x.com b@y.com",
    ]) {
      const refused = await request(email);
      expect([email, refused.status, pointersOf(refused.json)]).toEqual([email, 422, ["/email"]]);
    }
  });

  it("sets the password once, ends every session, notifies the person and keeps two-factor sign-in", async () => {
    const person = await personWithTwoFactor(organization);
    await request(person.email);
    const token = tokenIn(await linkTo(person));
    expect((await confirm(token, "short")).status).toBe(422);
    const replies = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 410, 410]);
    expect((await confirm(token)).status).toBe(410);
    expect(await statusOf(person.headers)).toBe(401);
    const { email } = person;
    expect(await signIn({ email, password: NEW_PASSWORD }, "e")).toEqual({ twoFactor: "required" });
    expect(await kindsTo(person)).toEqual(["password_reset", "password_changed"]);
  });

  it("rejects links that are expired, unknown or older than the last password change", async () => {
    const person = await personWithPassword(organization);
    const [old, early] = [await resetToken(person.id, 0), await resetToken(person.id)];
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await post("/account/password", person.headers, body)).status).toBe(204);
    for (const token of [old, early, "unknown", "0".repeat(43)]) expect((await confirm(token)).status).toBe(410);
  });

  it("assigns the email to an organization only if it is the person's only one", async () => {
    const [single, several] = [await personWithPassword(organization), await personWithPassword(organization)];
    const second = await createTestOrganization();
    await db.insert(memberships).values({ organizationId: second.id, userId: several.id, role: "viewer" });
    for (const { email } of [single, several]) await request(email);
    expect((await emailsTo(single.email))[0]?.organizationId).toBe(organization.id);
    expect((await emailsTo(several.email))[0]?.organizationId).toBeNull();
  });

  it("sets a first password for an account without one", async () => {
    const person = await personWithPassword(organization);
    await db.execute(sql`update users set password_hash = null where id = ${person.id}`);
    await request(person.email);
    expect((await confirm(tokenIn(await linkTo(person)))).status).toBe(204);
    expect(await signIn({ email: person.email, password: NEW_PASSWORD }, "f")).toHaveProperty("person");
  });
});
