import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn } from "@/lib/auth/password";
import { database } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { emails } from "@/lib/db/tables/emails";
import { invitations, organizations, signUps, users } from "@/lib/db/tables/people";
import { FREE_SIGN_UP_EMAILS } from "@/lib/limits";
import { deleteExpiredRecords } from "@/lib/tasks/retention";
import { emailsTo, personWithPassword, resetToken } from "../fixtures/account";
import { send, servers } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";
import { PASSWORD } from "../fixtures/secrets";
import type { TestServer } from "../fixtures/servers";

const { db } = database();
const [{ url: plain }] = servers;

let emailing: TestServer;
let closed: TestServer;
let organization: TestOrganization;

beforeAll(async () => {
  // No worker runs, so emails stay in the queue, where the tests read them.
  emailing = await startApiServer({ SMTP_URL: "smtp://127.0.0.1:1" });
  closed = await startApiServer({ SIGN_UP: "invite" });
  organization = await createTestOrganization();
});

afterAll(async () => {
  await Promise.all([emailing, closed].map((server) => server?.stop()));
});

const post = (server: string, path: string, body: object, headers: Record<string, string> = {}) =>
  send(server, path, { method: "POST", headers: { ...headers, Origin: server }, body });
const newcomer = (changes: object = {}) => ({
  name: "Noor Newcomer",
  email: `${newId()}@example.test`,
  password: PASSWORD,
  organization_name: `Harbor ${newId()}`,
  ...changes,
});
const linkTo = async (email: string) => (await emailsTo(email)).at(-1)?.content.url ?? "";
const tokenTo = async (email: string) => (await linkTo(email)).split("/").at(-1) ?? "";
const verify = (token: string, password = PASSWORD) => post(emailing.url, "/account/verify-email", { token, password });
const peopleWith = (email: string) => db.select().from(users).where(eq(users.email, email));
const faultsOf = (json: unknown) => (json as { errors?: { pointer: string; code: string; detail: string }[] }).errors;

describe("a weak password", () => {
  const weak = ["password", "12345678", " ".repeat(8), "Sightline-2026"];

  it("is rejected at sign-up with advice, and nothing is stored", async () => {
    for (const password of weak) {
      const input = newcomer({ password });
      const reply = await post(plain(), "/sign-up", input);
      expect([password, reply.status, faultsOf(reply.json)]).toEqual([
        password,
        422,
        [{ pointer: "/password", code: "weak_password", detail: expect.stringMatching(/Choose another|Add at least/) }],
      ]);
      expect(await peopleWith(input.email)).toEqual([]);
    }
  });

  it("is rejected on change and reset, and the reset link keeps working", async () => {
    const person = await personWithPassword(organization);
    const token = await resetToken(person.id);
    for (const password of [...weak, person.email]) {
      const body = { current_password: PASSWORD, new_password: password };
      const changed = await post(plain(), "/account/password", body, person.headers);
      const reset = await post(plain(), "/account/password-reset/confirm", { token, password });
      expect([password, changed.status, faultsOf(changed.json)?.[0]?.pointer]).toEqual([
        password,
        422,
        "/new_password",
      ]);
      expect([password, reset.status, faultsOf(reset.json)?.[0]?.pointer]).toEqual([password, 422, "/password"]);
    }
    const confirmed = await post(plain(), "/account/password-reset/confirm", { token, password: "seven herons" });
    expect(confirmed.status).toBe(204);
  });

  it("is rejected for an invited person, and the invitation stays open", async () => {
    const { headers } = await organization.person("admin");
    const email = `${newId()}@example.test`;
    const invited = await post(plain(), "/invitations", { email, role: "viewer" }, headers);
    const token = (invited.json as { url: string }).url.split("/").at(-1);
    const { organization_name: _, ...person } = newcomer({ email, invitation: token });
    const refused = await post(plain(), "/sign-up", { ...person, password: "iloveyou" });
    expect([refused.status, faultsOf(refused.json)?.[0]?.code]).toEqual([422, "weak_password"]);
    expect((await post(plain(), "/sign-up", person)).status).toBe(201);
  });

  it("still signs in a person who already has one", async () => {
    const { email } = await personWithPassword(organization, "12345678");
    expect(await signIn({ email, password: "12345678" }, null)).toHaveProperty("person");
  });
});

describe("sign-up on a server that sends email", () => {
  it("creates a verified account only once the link and the password are provided", async () => {
    const input = newcomer();
    const { email } = input;
    const reply = await post(emailing.url, "/sign-up", input);
    expect([reply.status, reply.json]).toEqual([202, { organization: null }]);
    expect(await peopleWith(email)).toEqual([]);
    expect(await signIn({ email, password: PASSWORD }, null)).toBeNull();
    expect(await linkTo(email)).toMatch(new RegExp(`^${emailing.url}/verify-email/[\\w-]{43}$`));
    const token = await tokenTo(email);
    const [row] = await db.execute<{ row: string }>(sql`select s::text as row from sign_ups s where email = ${email}`);
    expect(row?.row).not.toMatch(new RegExp(`${token}|${PASSWORD}`));

    const verified = await verify(token);
    expect([verified.status, verified.json]).toEqual([
      201,
      { organization: { name: input.organization_name, slug: expect.any(String) } },
    ]);
    expect(await peopleWith(email)).toMatchObject([{ name: input.name, emailProvedAt: expect.any(Date) }]);
    expect(await signIn({ email, password: PASSWORD }, null)).toHaveProperty("person");
  });

  it("responds identically for an existing email, up to the limit, and notifies its owner", async () => {
    const owner = await personWithPassword(organization);
    const answers = async (email: string) => {
      const replies = [];
      for (let i = 0; i <= FREE_SIGN_UP_EMAILS; i += 1) {
        replies.push(await post(emailing.url, "/sign-up", newcomer({ email })));
      }
      return replies.map(({ status, text }) => [status, text.replace(/"(?:request_id|instance)":"[^"]*"/g, "")]);
    };
    const known = await answers(owner.email.toUpperCase());
    expect(await answers(`${newId()}@example.test`)).toEqual(known);
    expect(known.map(([status]) => status)).toEqual([202, 202, 202, 202, 202, 429]);
    const notices = await emailsTo(owner.email);
    expect(notices.map(({ kind }) => kind)).toEqual(Array(FREE_SIGN_UP_EMAILS).fill("account_exists"));
    expect(notices[0]?.content).toEqual({
      name: owner.name,
      url: `${emailing.url}/sign-in`,
      resetUrl: `${emailing.url}/forgot-password`,
    });
    expect(await signIn({ email: owner.email, password: PASSWORD }, null)).toHaveProperty("person");
  });

  it("accepts a link once, even from concurrent requests", async () => {
    const input = newcomer();
    await post(emailing.url, "/sign-up", input);
    const token = await tokenTo(input.email);
    const replies = await Promise.all([verify(token), verify(token), verify(token)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 410, 410]);
    expect((await verify(token)).status).toBe(410);
    const made = await db.select().from(organizations).where(eq(organizations.name, input.organization_name));
    expect(made).toHaveLength(1);
  });

  it("requires the password chosen for that link, and then rejects other links", async () => {
    const email = `${newId()}@example.test`;
    await post(emailing.url, "/sign-up", newcomer({ email, password: "the squatter's own" }));
    const squatters = await tokenTo(email);
    await post(emailing.url, "/sign-up", newcomer({ email }));
    const owners = await tokenTo(email);
    const wrong = await verify(squatters);
    expect([wrong.status, faultsOf(wrong.json)]).toMatchObject([
      422,
      [{ pointer: "/password", code: "wrong_password" }],
    ]);
    expect((await verify(owners)).status).toBe(201);
    expect((await verify(squatters, "the squatter's own")).status).toBe(410);
    expect(await signIn({ email, password: "the squatter's own" }, "192.0.2.44")).toBeNull();
  });

  it("limits password guesses for a link", async () => {
    const input = newcomer();
    await post(emailing.url, "/sign-up", input);
    const token = await tokenTo(input.email);
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await verify(token, `wrong ${i}`)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([422, 429]);
    expect((await verify(token)).status).toBe(429);
  });

  it("rejects unknown and expired links, and deletes the expired ones", async () => {
    const input = newcomer();
    await post(emailing.url, "/sign-up", input);
    const token = await tokenTo(input.email);
    await db.update(signUps).set({ expiresAt: sql`now()` }).where(eq(signUps.email, input.email));
    for (const each of [token, "unknown", "0".repeat(43)]) expect((await verify(each)).status).toBe(410);
    await deleteExpiredRecords();
    expect(await db.select().from(signUps).where(eq(signUps.email, input.email))).toEqual([]);
  });

  it("verifies an invited person's email only if the invitation was sent by email", async () => {
    const { headers } = await organization.person("admin");
    const join = async (server: string) => {
      const email = `${newId()}@example.test`;
      await post(server, "/invitations", { email, role: "viewer" }, headers);
      const { organization_name: _, ...person } = newcomer({ email, invitation: await tokenTo(email) });
      expect((await post(emailing.url, "/sign-up", person)).status).toBe(201);
      return (await peopleWith(email))[0]?.emailProvedAt;
    };
    expect(await join(emailing.url)).toBeInstanceOf(Date);
    expect(await join(plain())).toBeNull();
  });

  it("queues the verification email for its recipient, not for an organization", async () => {
    const input = newcomer();
    await post(emailing.url, "/sign-up", input);
    const queued = await db.select().from(emails).where(eq(emails.recipient, input.email));
    expect(queued).toMatchObject([{ kind: "email_verification", organizationId: null }]);
  });
});

describe("invite-only sign-up", () => {
  it("rejects a person without an invitation, says whom to ask and stores nothing", async () => {
    const input = newcomer();
    const reply = await post(closed.url, "/sign-up", input);
    expect(reply).toMatchObject({ status: 403, json: { code: "forbidden" } });
    expect((reply.json as { detail: string }).detail).toContain("Ask an admin of your organization for an invitation.");
    expect(await peopleWith(input.email)).toEqual([]);
  });

  it("accepts an invited person and rejects an unknown invitation", async () => {
    const { headers } = await organization.person("admin");
    const email = `${newId()}@example.test`;
    await post(closed.url, "/invitations", { email, role: "viewer" }, headers);
    const { organization_name: _, ...person } = newcomer({ email, invitation: await tokenTo(email) });
    expect((await post(closed.url, "/sign-up", { ...person, invitation: "unknown" })).status).toBe(410);
    expect((await post(closed.url, "/sign-up", person)).status).toBe(201);
    const [row] = await db.select().from(invitations).where(eq(invitations.email, email));
    expect(row?.acceptedAt).toBeInstanceOf(Date);
  });
});
