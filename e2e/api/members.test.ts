import { describe, expect, it } from "vitest";
import { encodeId, newId } from "@/lib/db/ids";
import type { Role } from "@/lib/values";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";

const [{ url }] = servers;
const idOf = (person: TestPerson) => encodeId("user", person.id);

function as(person: TestPerson, method: string, path: string, body?: unknown) {
  return send(url(), path, { method, headers: { ...person.headers, Origin: url() }, body });
}

/** Returns the same person with requests for another of their organizations, as from another browser tab. */
const inside = (person: TestPerson, organization: TestOrganization): TestPerson => ({
  ...person,
  headers: { ...person.headers, "Sightline-Organization": organization.slug },
});

/** Returns a problem document with an empty `request_id`, so that documents can be compared. */
const withoutRequest = (reply?: { json: unknown }) => ({ ...(reply?.json as object), request_id: "" });
const codeOf = (reply: { json: unknown }) => (reply.json as { code?: string } | undefined)?.code;

async function invite(admin: TestPerson, email: string, role: Role) {
  const reply = await as(admin, "POST", "/invitations", { email, role });
  const { invitation, url: link } = reply.json as { invitation: { id: string }; url: string };
  return { status: reply.status, id: invitation.id, token: link.slice(link.lastIndexOf("/") + 1), link };
}

describe("role changes", () => {
  it("take effect on the next request, as does removing a member", async () => {
    const organization = await createTestOrganization();
    const [admin, person] = [await organization.person("admin"), await organization.person("support")];
    const camera = await organization.camera();
    const alert = { camera_id: camera.id, use_case: "intrusion", status: "open" };
    const made = await send(url(), "/alerts", { method: "POST", headers: await organization.bearer(), body: alert });
    const path = `/alerts/${(made.json as { id: string }).id}`;
    expect((await as(person, "PATCH", path, { status: "acknowledged" })).status).toBe(200);
    expect((await as(admin, "PATCH", `/members/${idOf(person)}`, { role: "viewer" })).status).toBe(200);
    const refused = await as(person, "PATCH", path, { status: "resolved" });
    expect([refused.status, codeOf(refused)]).toEqual([403, "forbidden"]);
    expect((await as(person, "GET", path)).status).toBe(200);
    expect((await as(admin, "DELETE", `/members/${idOf(person)}`)).status).toBe(204);
    const gone = await as(person, "GET", path);
    expect([gone.status, codeOf(gone)]).toEqual([403, "forbidden"]);
  });

  it("reject every later request of a demoted admin", async () => {
    const organization = await createTestOrganization();
    const [admin, other] = [await organization.person("admin"), await organization.person("admin")];
    expect((await as(admin, "PATCH", `/members/${idOf(other)}`, { role: "support" })).status).toBe(200);
    const attempts = await Promise.all([
      as(other, "PATCH", `/members/${idOf(admin)}`, { role: "viewer" }),
      as(other, "DELETE", `/members/${idOf(admin)}`),
      as(other, "POST", "/invitations", { email: `x-${newId()}@example.test`, role: "admin" }),
      as(other, "GET", "/invitations"),
      as(other, "PATCH", "/organization", { name: "Taken over" }),
    ]);
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });
});

describe("the last admin", () => {
  it("gets 409 last_admin when changing role, removing themselves or leaving", async () => {
    const organization = await createTestOrganization();
    const admin = await organization.person("admin");
    await organization.person("support");
    const replies = await Promise.all([
      as(admin, "PATCH", `/members/${idOf(admin)}`, { role: "viewer" }),
      as(admin, "DELETE", `/members/${idOf(admin)}`),
      as(admin, "POST", "/members/leave"),
    ]);
    expect(replies.map((reply) => [reply.status, codeOf(reply)])).toEqual(
      Array.from({ length: 3 }, () => [409, "last_admin"]),
    );
  });

  it("can leave once another admin exists; concurrent duplicates get 403", async () => {
    const organization = await createTestOrganization();
    const [leaver] = [await organization.person("admin"), await organization.person("admin")];
    const replies = await Promise.all(Array.from({ length: 4 }, () => as(leaver, "POST", "/members/leave")));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 403, 403, 403]);
  });

  it("remains when two admins demote each other concurrently", async () => {
    for (let round = 0; round < 5; round += 1) {
      const organization = await createTestOrganization();
      const [one, two] = [await organization.person("admin"), await organization.person("admin")];
      const viewer = await organization.person("viewer");
      const replies = await Promise.all([
        as(one, "PATCH", `/members/${idOf(two)}`, { role: "support" }),
        as(two, "PATCH", `/members/${idOf(one)}`, { role: "support" }),
      ]);
      const statuses = replies.map(({ status }) => status).sort();
      // One request fails, because its sender is no longer an admin or because it would demote the last admin.
      expect([
        [200, 403],
        [200, 409],
      ]).toContainEqual(statuses);
      const { data } = (await as(viewer, "GET", "/members")).json as { data: { role: Role }[] };
      expect(data.filter(({ role }) => role === "admin")).toHaveLength(1);
    }
  });
});

describe("an invitation", () => {
  it("is accepted once across concurrent requests, with the invited role", async () => {
    const organization = await createTestOrganization();
    const admin = await organization.person("admin");
    const guest = await (await createTestOrganization()).person("viewer");
    const { token } = await invite(admin, guest.email, "support");
    const raised = await as(guest, "POST", "/invitations/accept", { token, role: "admin" });
    expect(raised.status).toBe(422);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => as(guest, "POST", "/invitations/accept", { token })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410, 410]);
    expect(replies.find(({ status }) => status === 200)?.json).toMatchObject({ role: "support" });
    expect(codeOf(await as(guest, "POST", "/invitations/accept", { token }))).toBe("gone");
    const members = await as(inside(guest, organization), "GET", "/members");
    expect(members.json).toMatchObject({ data: [{ role: "admin" }, { email: guest.email, role: "support" }] });
    expect((await as(inside(guest, organization), "GET", "/invitations")).status).toBe(403);
  });

  it("is rejected for another email, an API key, or a foreign or missing origin", async () => {
    const organization = await createTestOrganization();
    const admin = await organization.person("admin");
    const guest = await (await createTestOrganization()).person("viewer");
    const other = await (await createTestOrganization()).person("admin");
    const { token } = await invite(admin, guest.email, "admin");
    const body = { token };
    const evil = { ...guest.headers, Origin: "https://evil.example" };
    const replies = [
      await as(other, "POST", "/invitations/accept", body),
      await send(url(), "/invitations/accept", { method: "POST", headers: await organization.bearer(), body }),
      await send(url(), "/invitations/accept", { method: "POST", headers: evil, body }),
      await send(url(), "/invitations/accept", { method: "POST", headers: guest.headers, body }),
    ];
    const [mismatch, ...forbidden] = replies;
    expect(forbidden.map((reply) => [reply.status, codeOf(reply)])).toEqual(forbidden.map(() => [403, "forbidden"]));
    expect((await as(guest, "POST", "/invitations/accept", body)).status).toBe(200);
    const used = await as(other, "POST", "/invitations/accept", body);
    const unknown = await as(other, "POST", "/invitations/accept", { token: "nothing" });
    // A person who finds a link can't tell whether it is another person's link, a used one or an unknown one.
    const told = [mismatch, used, unknown].map((reply) => ({ status: reply?.status, problem: withoutRequest(reply) }));
    expect(told[0]).toMatchObject({ status: 410, problem: { code: "gone" } });
    expect(told).toEqual([told[0], told[0], told[0]]);
  });

  it("stops working when it is replaced or revoked", async () => {
    const organization = await createTestOrganization();
    const admin = await organization.person("admin");
    const guest = await (await createTestOrganization()).person("viewer");
    const first = await invite(admin, guest.email, "viewer");
    const second = await invite(admin, guest.email, "viewer");
    expect(second.id).toBe(first.id);
    expect((await as(guest, "POST", "/invitations/accept", { token: first.token })).status).toBe(410);
    const listed = await as(admin, "GET", "/invitations");
    expect(listed.json).toMatchObject({ data: [{ id: first.id, email: guest.email, state: "open" }] });
    expect(listed.text).not.toContain(second.token);
    expect((await as(admin, "DELETE", `/invitations/${first.id}`)).status).toBe(204);
    expect((await as(guest, "POST", "/invitations/accept", { token: second.token })).status).toBe(410);
  });

  it("creates one account, only for the invited email and with the invited role", async () => {
    const organization = await createTestOrganization();
    const admin = await organization.person("admin");
    const email = `newcomer-${newId()}@example.test`;
    const { token } = await invite(admin, email, "viewer");
    const person = { name: "Noor", email, password: "correct horse battery", invitation: token };
    const enter = (body: object) => send(url(), "/sign-up", { method: "POST", headers: { Origin: url() }, body });
    expect((await enter({ ...person, role: "admin" })).status).toBe(422);
    expect((await enter({ ...person, organization_name: "Mine" })).status).toBe(422);
    expect((await enter({ ...person, email: `other-${email}` })).status).toBe(410);
    const replies = await Promise.all([1, 2, 3].map(() => enter(person)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409 || status === 410)).toHaveLength(2);
    const { data } = (await as(admin, "GET", "/members")).json as { data: { email: string; role: string }[] };
    expect(data.slice(1)).toMatchObject([{ email, role: "viewer" }]);
    expect((await enter({ ...person, email: `late-${email}` })).status).toBe(410);
  });
});

describe("two tabs in different organizations", () => {
  it("keep each request in the organization its header names", async () => {
    const [first, second] = [await createTestOrganization(), await createTestOrganization()];
    const person = await first.person("admin");
    const made = await as(person, "POST", "/organizations", { name: "Third" });
    expect(made.status).toBe(201);
    const third = inside(person, { ...second, slug: (made.json as { slug: string }).slug });
    const rounds = Array.from({ length: 10 }, async (_, round) => {
      const [here, there, nowhere] = await Promise.all([
        as(person, "PATCH", "/organization", { name: `First ${round}` }),
        as(third, "GET", "/organization"),
        as(inside(person, second), "GET", "/organization"),
      ]);
      expect(here.json).toMatchObject({ slug: first.slug });
      expect(there.json).toMatchObject({ name: "Third" });
      expect(nowhere.status).toBe(403);
    });
    await Promise.all(rounds);
    const { Cookie = "" } = person.headers;
    const nameless = await send(url(), "/organization", { headers: { Cookie } });
    expect(nameless.status).toBe(400);
  });
});
