import { expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { encodeId } from "@/lib/db/ids";
import { changeAlert } from "../change";
import { addAlerts } from "../create";
import { readAlert, readAlerts } from "../reads";
import { alertListQuerySchema } from "../schema";

const odd = ['say "when"', "back\\slash", "line\nbreak\tand tab", "مرحبا 👷🏽 ﷽", "", "null", "\u2028</script>"];

it("returns the same alert from a list as from a single read", async () => {
  const organization = await createTestOrganization();
  const ctx = await organization.context();
  const camera = await organization.camera({ name: 'Gate "4" \\ north' });
  const assignee_id = encodeId("user", (await organization.person("support")).id);
  const plain = { camera_id: camera.id, use_case: "intrusion" };
  const rows = [
    plain,
    ...odd.map((text) => ({ ...plain, title: text, description: text, tags: text ? [text] : [] })),
    ...odd
      .filter(Boolean)
      .map((text, n) => ({ ...plain, dedup_key: text, confidence: n / 7, metadata: { [text]: [text, { n }] } })),
    { ...plain, confidence: 1e-7, media: [{ type: "image", url: "https://media.example.com/a%22b.jpg" }] },
    { ...plain, assignee_id, status: "acknowledged", occurred_at: "2024-02-29T23:59:59.1Z" },
    {
      ...plain,
      status: "resolved",
      disposition: "false_positive",
      disposition_reason: odd[0],
      metadata: { big: 1e300 },
    },
  ];
  const { results } = await addAlerts(ctx, rows);
  expect(results.map(({ problem }) => problem)).toEqual(rows.map(() => undefined));
  await changeAlert(ctx, results[0]?.alert?.id ?? "", { status: "acknowledged" }, null);

  for (const expand of [undefined, ["camera" as const]]) {
    const { data } = await readAlerts(ctx, alertListQuerySchema.parse({ limit: "200", ...(expand && { expand }) }));
    expect(data).toHaveLength(rows.length);
    for (const alert of data) expect(alert).toEqual(await readAlert(ctx, alert.id, { expand }));
  }
});
