import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import type { Context } from "@/lib/auth/context";
import { alertSorts } from "@/lib/values";
import { addAlerts } from "../create";
import { readAlerts } from "../reads";
import { alertCreateSchema, alertListQuerySchema } from "../schema";

/** A number of alerts that exceeds the rows read in list order before the filter's own index is used. */
const DEEP_ROWS = 16_500;

describe("a filter with few matches", () => {
  // Positions near the limits of the scans: the first rows, the rarest filter's rows, and further rows.
  const ends = [3, ...[2_000, 8_000, 14_000].flatMap((end) => [-2, -1, 0, 1, 2].map((n) => end + n))];
  const places = new Set(ends.flatMap((place) => [place, DEEP_ROWS - 1 - place]));
  const expected: string[] = [];
  let ctx: Context;

  beforeAll(async () => {
    const organization = await createTestOrganization();
    ctx = await organization.context();
    const camera = await organization.camera();
    for (let start = 0; start < DEEP_ROWS; start += 500) {
      const rows = Array.from({ length: 500 }, (_, n) => ({
        camera_id: camera.id,
        use_case: "x",
        occurred_at: "2026-01-31T12:00:00Z",
        tags: places.has(start + n) ? ["rare"] : [],
      }));
      const { results } = await addAlerts(ctx, rows);
      expected.push(...results.flatMap(({ alert }) => (alert?.tags.length ? alert.id : [])));
    }
  });

  const others = [
    {},
    { status: ["open"] },
    { status: ["open", "resolved"], use_case: ["x"] },
    { assignee_id: ["none"], severity: ["medium"] },
    { occurred_after: "2026-01-31T11:00:00Z", occurred_before: "2026-01-31T13:00:00Z" },
  ];
  it.each(alertSorts.flatMap((sort) => others.map((other) => [sort, other] as const)))(
    "finds all matches before, at and beyond scan limits, sorted by %s, with %j",
    async (sort, other) => {
      for (const limit of [1, 4, 50]) {
        const seen: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const query = { ...other, tag: ["rare"], sort, limit: String(limit), ...(cursor && { cursor }) };
          const page = await readAlerts(ctx, alertListQuerySchema.parse(query));
          seen.push(...page.data.map(({ id }) => id));
          cursor = page.next_cursor;
        }
        expect(seen).toEqual(sort === "created_at" ? expected : expected.toReversed());
      }
    },
  );
});

describe("a time range", () => {
  const ends = ["1970-01-01T00:00:00Z", "1970-01-01T00:10:00Z", "9999-12-31T23:59:59Z"];
  it.each(alertSorts)("can start or end between or beyond alerts, sorted by %s", async (sort) => {
    const organization = await createTestOrganization();
    const ctx = await organization.context();
    const camera = await organization.camera();
    const times = ["1970-01-01T00:05:00Z", "2026-01-31T12:00:00Z", undefined];
    const rows = times.map((occurred_at) =>
      alertCreateSchema.parse({ camera_id: camera.id, use_case: "x", occurred_at }),
    );
    await addAlerts(ctx, rows);
    const list = async (filter: object) =>
      (await readAlerts(ctx, alertListQuerySchema.parse({ sort, ...filter }))).data.map(
        ({ occurred_at }) => occurred_at,
      );
    for (const field of ["occurred", "created"] as const) {
      for (const end of ends) {
        const all = await list({});
        const moment = (occurred: string) => (field === "occurred" ? occurred : new Date().toISOString());
        expect(await list({ [`${field}_after`]: end })).toEqual(
          all.filter((at) => Date.parse(moment(at)) >= Date.parse(end)),
        );
        expect(await list({ [`${field}_before`]: end })).toEqual(
          all.filter((at) => Date.parse(moment(at)) < Date.parse(end)),
        );
      }
    }
  });
});
