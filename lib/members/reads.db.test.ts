import { describe, expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { encodeId } from "@/lib/db/ids";
import { listMembers } from "./reads";

describe("the members of an organization", () => {
  it("are all of its people with their roles, and nobody of another organization", async () => {
    const [organization, other] = [await createTestOrganization(), await createTestOrganization()];
    const [admin, viewer] = [await organization.person("admin"), await organization.person("viewer")];
    await other.person("admin");
    const { data } = await listMembers(await organization.context());
    expect(data).toEqual([
      {
        id: encodeId("user", admin.id),
        name: admin.name,
        email: admin.email,
        role: "admin",
        joined_at: data[0]?.joined_at,
      },
      {
        id: encodeId("user", viewer.id),
        name: viewer.name,
        email: viewer.email,
        role: "viewer",
        joined_at: data[1]?.joined_at,
      },
    ]);
  });
});
