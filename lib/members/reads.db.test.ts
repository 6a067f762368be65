import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contextOf, createTestOrganization } from "@/e2e/fixtures/organization";
import { database } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { sessions, users } from "@/lib/db/tables/people";
import { readMembers } from "./reads";

describe("the members of an organization", () => {
  it("include every member with their role, but only of this organization", async () => {
    const [organization, other] = [await createTestOrganization(), await createTestOrganization()];
    const [admin, viewer] = [await organization.person("admin"), await organization.person("viewer")];
    await other.person("admin");
    const { data } = await readMembers(await organization.context(), { limit: 50 });
    const shown = ({ id, name, email }: typeof admin, role: string) => ({
      id: encodeId("user", id),
      name,
      email,
      role,
      joined_at: expect.stringMatching(/^\d{4}-.*Z$/),
      two_factor: null,
      last_seen_at: null,
    });
    expect(data).toEqual([shown(admin, "admin"), shown(viewer, "viewer")]);
  });

  it("show two-factor status and last-seen time only to admins", async () => {
    const organization = await createTestOrganization();
    const [admin, viewer] = [await organization.person("admin"), await organization.person("viewer")];
    const { db } = database();
    await db.update(users).set({ totpEnabledAt: new Date() }).where(eq(users.id, viewer.id));
    await db.delete(sessions).where(eq(sessions.userId, admin.id));
    const toAdmin = await readMembers({ ...(await contextOf(viewer, organization)), role: "admin" }, { limit: 50 });
    expect(toAdmin.data).toMatchObject([
      { email: admin.email, two_factor: false, last_seen_at: null },
      { email: viewer.email, two_factor: true, last_seen_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    const known = await readMembers(await contextOf(viewer, organization), { limit: 50 });
    expect(known.data.map((member) => [member.two_factor, member.last_seen_at])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});
