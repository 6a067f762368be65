import { eq, type SQL, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillWithInvitations } from "@/e2e/fixtures/invitations";
import { contextOf, createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import { hashKey } from "@/lib/auth/key";
import { unseal } from "@/lib/auth/seal";
import { database } from "@/lib/db/client";
import { decodeId, firstIdAt, mintId, newId } from "@/lib/db/ids";
import { emails } from "@/lib/db/tables/emails";
import { invitations } from "@/lib/db/tables/people";
import { auditEntries } from "@/lib/db/tables/records";
import { emailSealContext } from "@/lib/emails/writes";
import { env } from "@/lib/env";
import { MAX_INVITATION_EMAILS, MAX_INVITATION_EMAILS_TO_ONE, MAX_MEMBERS } from "@/lib/limits";
import { readInvitations, readLinkedInvitation } from "./reads";
import type { InvitationSent } from "./schema";
import { addInvitation, renewInvitation, withdrawInvitation } from "./writes";

const { db } = database();
const someEmail = () => `invited-${newId()}@example.test`;
const tokenOf = ({ url }: InvitationSent) => (url ?? "").slice(`${env().BASE_URL}/invite/`.length);
const uuidOf = ({ invitation }: InvitationSent) => decodeId("invitation", invitation.id) ?? "";

async function adminOf(organization: TestOrganization) {
  const admin = await organization.person("admin");
  return { admin, ctx: await contextOf(admin, organization) };
}

const auditOf = (organization: TestOrganization) =>
  db
    .select({ action: auditEntries.action, before: auditEntries.before, after: auditEntries.after })
    .from(auditEntries)
    .where(eq(auditEntries.organizationId, organization.id))
    .orderBy(auditEntries.id);

const mailsOf = async (organization: TestOrganization) => {
  const rows = await db.select().from(emails).where(eq(emails.organizationId, organization.id)).orderBy(emails.id);
  return rows.map(({ id, recipient, content }) => ({
    recipient,
    content: JSON.parse(unseal("mail", emailSealContext(id), content)),
  }));
};

describe("inviting someone", () => {
  it("returns a link on the configured URL and stores only its token's hash", async () => {
    const organization = await createTestOrganization();
    const { admin, ctx } = await adminOf(organization);
    const email = someEmail();
    const sent = await addInvitation(ctx, { email, role: "support" });
    expect(sent.invitation).toMatchObject({ email, role: "support", state: "open", invited_by: admin.name });
    expect(tokenOf(sent)).toMatch(/^[\w-]{43}$/);
    const [row] = await db
      .select()
      .from(invitations)
      .where(eq(invitations.id, uuidOf(sent)));
    expect(row?.hash.toString("hex")).toBe(hashKey(tokenOf(sent)));
    const [lifetime] = await db
      .select({ days: sql<number>`extract(epoch from expires_at - created_at)::int / 86400.0` })
      .from(invitations)
      .where(eq(invitations.id, uuidOf(sent)));
    expect(Number(lifetime?.days)).toBeCloseTo(7, 2);
    const stored = JSON.stringify([row, await auditOf(organization)]);
    expect(stored).not.toContain(tokenOf(sent));
  });

  it("queues the email with the link and audits the invited email and role", async () => {
    const organization = await createTestOrganization();
    const { admin, ctx } = await adminOf(organization);
    const email = someEmail();
    const sent = await addInvitation(ctx, { email, role: "viewer" });
    expect(await mailsOf(organization)).toEqual([
      {
        recipient: email,
        content: {
          organization: ctx.organization.name,
          invitedBy: admin.name,
          role: "viewer",
          url: sent.url,
          expiresAt: sent.invitation.expires_at,
        },
      },
    ]);
    const { expires_at } = sent.invitation;
    expect(await auditOf(organization)).toEqual([
      { action: "member.invited", before: null, after: { email, role: "viewer", expires_at } },
    ]);
  });

  it("rejects a member's email in any case", async () => {
    const organization = await createTestOrganization();
    const { ctx } = await adminOf(organization);
    const { email } = await organization.person("viewer");
    for (const spelling of [email, email.toUpperCase()]) {
      await expect(addInvitation(ctx, { email: spelling, role: "admin" })).rejects.toMatchObject({
        code: "conflict",
        errors: [{ pointer: "/email", code: "member" }],
      });
    }
    expect(await readInvitations(ctx, { limit: 50 })).toMatchObject({ data: [] });
  });

  it("replaces the link and role for the same email, even concurrently", async () => {
    const organization = await createTestOrganization();
    const { ctx } = await adminOf(organization);
    const email = someEmail();
    const first = await addInvitation(ctx, { email, role: "admin" });
    const again = await Promise.all(
      Array.from({ length: 4 }, () => addInvitation(ctx, { email: email.toUpperCase(), role: "viewer" })),
    );
    expect(await readLinkedInvitation(tokenOf(first))).toBeNull();
    const working = await Promise.all(again.map((sent) => readLinkedInvitation(tokenOf(sent))));
    expect(working.filter(Boolean)).toMatchObject([{ usable: true, role: "viewer" }]);
    const { data } = await readInvitations(ctx, { limit: 50 });
    expect(data).toMatchObject([{ id: first.invitation.id, role: "viewer" }]);
  });

  it("accepts other organizations' members, but cannot change those organizations' invitations", async () => {
    const [organization, other] = [await createTestOrganization(), await createTestOrganization()];
    const [{ ctx }, { ctx: theirs }] = [await adminOf(organization), await adminOf(other)];
    const { email } = await other.person("viewer");
    const [mine, second] = [
      await addInvitation(ctx, { email, role: "viewer" }),
      await addInvitation(theirs, { email: someEmail(), role: "viewer" }),
    ];
    expect((await readInvitations(ctx, { limit: 50 })).data.map(({ id }) => id)).toEqual([mine.invitation.id]);
    for (const change of [renewInvitation, withdrawInvitation]) {
      await expect(change(ctx, second.invitation.id)).rejects.toMatchObject({ code: "not_found" });
      await expect(change(ctx, mintId("invitation"))).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it(`stops at ${MAX_MEMBERS} members and invitations, even concurrently`, async () => {
    const organization = await createTestOrganization();
    const { ctx } = await adminOf(organization);
    await fillWithInvitations(organization.id, MAX_MEMBERS - 3);
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => addInvitation(ctx, { email: someEmail(), role: "viewer" })),
    );
    const codes = tries.map((attempt) => (attempt.status === "rejected" ? attempt.reason.code : "ok"));
    expect(codes.toSorted()).toEqual(["limit_reached", "limit_reached", "limit_reached", "ok", "ok"]);
    const known = await addInvitation(ctx, { email: "9@example.test", role: "viewer" });
    await withdrawInvitation(ctx, known.invitation.id);
    await addInvitation(ctx, { email: someEmail(), role: "viewer" });
  });
});

describe("invitation emails", () => {
  it(`are limited to ${MAX_INVITATION_EMAILS_TO_ONE} per recipient in 24 hours`, async () => {
    const organization = await createTestOrganization();
    const { ctx } = await adminOf(organization);
    const email = someEmail();
    const { invitation } = await addInvitation(ctx, { email, role: "viewer" });
    for (let sent = 1; sent < MAX_INVITATION_EMAILS_TO_ONE; sent += 1) await renewInvitation(ctx, invitation.id);
    await expect(renewInvitation(ctx, invitation.id)).rejects.toMatchObject({ code: "limit_reached" });
    await withdrawInvitation(ctx, invitation.id);
    const again = { email: email.toUpperCase(), role: "viewer" } as const;
    await expect(addInvitation(ctx, again)).rejects.toMatchObject({ code: "limit_reached" });
    await addInvitation(ctx, { email: someEmail(), role: "viewer" });
    expect(await mailsOf(organization)).toHaveLength(MAX_INVITATION_EMAILS_TO_ONE + 1);
  });

  it(`are limited to ${MAX_INVITATION_EMAILS} per organization in 24 hours`, async () => {
    const organization = await createTestOrganization();
    const { ctx } = await adminOf(organization);
    const old = firstIdAt(new Date(Date.now() - 25 * 3_600_000));
    const queue = (id: SQL, number: number) =>
      db.execute(sql`insert into mails (id, organization_id, kind, recipient, content, expires_at)
        select ${id}, ${organization.id}, 'invitation', 'x@example.test', '', now() from generate_series(1, ${number}::int)`);
    await queue(sql`overlay(gen_random_uuid()::text placing ${old.slice(0, 14)} from 1)::uuid`, MAX_INVITATION_EMAILS);
    await queue(
      sql`overlay(gen_random_uuid()::text placing ${newId().slice(0, 14)} from 1)::uuid`,
      MAX_INVITATION_EMAILS - 1,
    );
    const { invitation } = await addInvitation(ctx, { email: someEmail(), role: "viewer" });
    await expect(renewInvitation(ctx, invitation.id)).rejects.toMatchObject({ code: "limit_reached" });
  });
});

describe("an invitation", () => {
  it("gets a new link and expiry when renewed, and the old link stops working", async () => {
    const organization = await createTestOrganization();
    const { ctx } = await adminOf(organization);
    const first = await addInvitation(ctx, { email: someEmail(), role: "support" });
    await db
      .update(invitations)
      .set({ expiresAt: new Date() })
      .where(eq(invitations.id, uuidOf(first)));
    expect((await readInvitations(ctx, { limit: 50 })).data).toMatchObject([{ state: "expired" }]);
    const second = await renewInvitation(ctx, first.invitation.id);
    expect(second.invitation).toMatchObject({ id: first.invitation.id, role: "support", state: "open" });
    expect(tokenOf(second)).not.toBe(tokenOf(first));
    expect(await readLinkedInvitation(tokenOf(first))).toBeNull();
    expect(await readLinkedInvitation(tokenOf(second))).toMatchObject({ usable: true });
    expect(await mailsOf(organization)).toMatchObject([
      { content: { url: first.url } },
      { content: { url: second.url } },
    ]);
  });

  it("loses its link when revoked, cannot be renewed, and is audited once", async () => {
    const organization = await createTestOrganization();
    const { ctx } = await adminOf(organization);
    const sent = await addInvitation(ctx, { email: someEmail(), role: "support" });
    await Promise.all([1, 2, 3].map(() => withdrawInvitation(ctx, sent.invitation.id)));
    expect(await readLinkedInvitation(tokenOf(sent))).toEqual({ usable: false, slug: organization.slug });
    expect(await readInvitations(ctx, { limit: 50 })).toMatchObject({ data: [] });
    await expect(renewInvitation(ctx, sent.invitation.id)).rejects.toMatchObject({ code: "conflict" });
    const { email } = sent.invitation;
    expect((await auditOf(organization)).slice(1)).toEqual([
      { action: "invitation.revoked", before: { email, role: "support" }, after: null },
    ]);
  });

  it("shows only its own details to the holder of the link", async () => {
    const organization = await createTestOrganization();
    const { admin, ctx } = await adminOf(organization);
    const { email } = await (await createTestOrganization()).person("viewer");
    const sent = await addInvitation(ctx, { email, role: "support" });
    expect(await readLinkedInvitation(tokenOf(sent))).toEqual({
      usable: true,
      organization: { slug: organization.slug, name: ctx.organization.name },
      invitedBy: admin.name,
      role: "support",
      email,
      hasAccount: true,
    });
    for (const wrong of ["", "x".repeat(43), `${tokenOf(sent)}=`, tokenOf(sent).slice(1)]) {
      expect(await readLinkedInvitation(wrong)).toBeNull();
    }
  });
});

describe("invitations with a mail server", () => {
  beforeEach(() => {
    env().SMTP_URL = "smtp://mail.example:25";
  });
  afterEach(() => {
    env().SMTP_URL = undefined;
  });

  it("send the link only to the invited email", async () => {
    const organization = await createTestOrganization();
    const { ctx } = await adminOf(organization);
    const sent = await addInvitation(ctx, { email: someEmail(), role: "viewer" });
    const again = await renewInvitation(ctx, sent.invitation.id);
    expect([sent.url, again.url]).toEqual([null, null]);
    expect(await mailsOf(organization)).toHaveLength(2);
  });
});
