import { beforeAll, describe, expect, it } from "vitest";
import type { AlertSeries, AlertSummary, UseCaseList } from "@/lib/analytics/schema";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const url = servers[0].url;

describe("analytics over HTTP", () => {
  let organization: TestOrganization;
  let headers: Record<string, string>;
  let site: { id: string };
  let dock: { id: string };
  let gate: { id: string };

  const alert = (body: object) => send(url(), "/alerts", { method: "POST", headers, body });
  const get = (path: string, as = headers) => send(url(), path, { headers: as });
  const series = async (query: string) => (await get(`/analytics/alerts?${query}`)).json as AlertSeries;

  beforeAll(async () => {
    organization = await createTestOrganization();
    headers = await organization.bearer();
    const made = await organization.site("Harbour");
    site = made;
    dock = await organization.camera({ name: "Dock", siteId: made.uuid });
    gate = await organization.camera({ name: "Gate" });
    const at = (occurred_at: string, more: object = {}) =>
      alert({ camera_id: dock.id, use_case: "fire", occurred_at, ...more });
    await at("2026-03-28T22:59:59.999Z");
    await at("2026-03-28T23:00:00Z", { severity: "high" });
    await at("2026-03-29T21:59:59.999Z", { camera_id: gate.id, use_case: "smoke" });
    await at("2026-03-29T22:00:00Z", { status: "dismissed", disposition: "false_positive" });
  });

  const march = "from=2026-03-28T00:00:00%2B01:00&to=2026-03-31T00:00:00%2B02:00&timezone=Europe/Berlin";

  it("counts alerts by local day, including a 23-hour day at the daylight saving change", async () => {
    const reply = await series(march);
    expect(reply).toEqual({
      from: "2026-03-27T23:00:00.000Z",
      to: "2026-03-30T22:00:00.000Z",
      interval: "day",
      timezone: "Europe/Berlin",
      group_by: null,
      total: 4,
      buckets: [
        { start: "2026-03-27T23:00:00.000Z", total: 1 },
        { start: "2026-03-28T23:00:00.000Z", total: 2 },
        { start: "2026-03-29T22:00:00.000Z", total: 1 },
      ],
      series: [{ key: null, name: null, total: 4, counts: [1, 2, 1] }],
    });
    const day = "from=2026-03-29T00:00:00%2B01:00&to=2026-03-30T00:00:00%2B02:00&timezone=Europe/Berlin&interval=hour";
    const hours = await series(day);
    expect(hours.buckets).toHaveLength(23);
    expect([hours.buckets.at(0)?.total, hours.buckets.at(-1)?.total, hours.total]).toEqual([1, 1, 2]);
  });

  it("groups by camera and by site, with a null group for cameras without a site", async () => {
    expect((await series(`${march}&group_by=camera`)).series).toEqual([
      { key: dock.id, name: "Dock", total: 3, counts: [1, 1, 1] },
      { key: gate.id, name: "Gate", total: 1, counts: [0, 1, 0] },
    ]);
    expect((await series(`${march}&group_by=site`)).series).toEqual([
      { key: site.id, name: "Harbour", total: 3, counts: [1, 1, 1] },
      { key: null, name: null, total: 1, counts: [0, 1, 0] },
    ]);
  });

  it("returns every severity, including those without alerts", async () => {
    const { series: groups } = await series(`${march}&group_by=severity`);
    expect(groups.map(({ key, total }) => [key, total])).toEqual([
      ["critical", 0],
      ["high", 1],
      ["medium", 3],
      ["low", 0],
      ["info", 0],
    ]);
  });

  it("accepts the filters of the alert list", async () => {
    const totals = await Promise.all(
      ["use_case=Smoke,fire&severity=high", `site_id=${site.id}`, "q=smo", "status=dismissed&tag=none"].map(
        async (filter) => (await series(`${march}&${filter}`)).total,
      ),
    );
    expect(totals).toEqual([1, 3, 1, 0]);
  });

  it("counts the last 30 local days, including today, when the period is omitted", async () => {
    const [{ buckets, from, to }, before] = [await series("timezone=Asia/Kathmandu"), Date.now()];
    expect(buckets).toHaveLength(30);
    expect(buckets[0]?.start).toBe(from);
    expect(Math.abs(Date.parse(to) - before)).toBeLessThan(60_000);
  });

  it.each([
    ["from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z", "from", "not_before_to"],
    ["from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:00Z", "from", "not_before_to"],
    ["from=2999-03-01T00:00:00Z", "from", "not_before_to"],
    ["from=1970-01-01T00:00:00Z&to=9999-01-01T00:00:00Z&interval=month", "from", "too_long"],
    ["from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z&interval=hour", "interval", "too_many_buckets"],
    [
      "from=2026-01-01T00:00:00Z&to=2026-08-01T00:00:00Z&interval=hour&group_by=severity",
      "interval",
      "too_many_buckets",
    ],
    ["timezone=Mars/Olympus", "timezone", "custom"],
    ["timezone=%2B01:00", "timezone", "custom"],
    ["timezone=", "timezone", "custom"],
    ["interval=minute", "interval", "invalid_value"],
    ["group_by=tag", "group_by", "invalid_value"],
    ["from=yesterday", "from", "invalid_format"],
    ["interval=day&interval=week", "interval", "repeated_parameter"],
    ["occurred_after=2026-01-01T00:00:00Z", "occurred_after", "unknown_parameter"],
  ])("rejects %s", async (query, parameter, code) => {
    const reply = await get(`/analytics/alerts?${query}`);
    expect(reply.status).toBe(422);
    const errors = expect.arrayContaining([expect.objectContaining({ parameter, code })]);
    expect(reply.json).toMatchObject({ code: "validation_failed", errors });
  });

  it("excludes other organizations' alerts, even when filtered by their camera or site", async () => {
    const stranger = await (await createTestOrganization()).bearer();
    for (const query of ["", `&camera_id=${dock.id}`, `&site_id=${site.id}`, "&group_by=camera", "&q=fire"]) {
      expect((await get(`/analytics/alerts?${march}${query}`, stranger)).json).toMatchObject({ total: 0 });
    }
    const summary = (await get(`/analytics/summary?${march}`, stranger)).json;
    expect(summary).toMatchObject({ total: { value: 0 }, open_now: 0, false_positives_by_camera: [] });
    expect((await get("/use-cases", stranger)).json).toMatchObject({ data: [] });
  });

  it("requires the scope analytics:read, but alerts:read for the use case list", async () => {
    const [analyst, pusher] = [
      await organization.bearer(["analytics:read"]),
      await organization.bearer(["alerts:read", "alerts:write"]),
    ];
    const statuses = async (path: string) => [(await get(path, analyst)).status, (await get(path, pusher)).status];
    expect(await statuses("/analytics/alerts")).toEqual([200, 403]);
    expect(await statuses("/analytics/summary")).toEqual([200, 403]);
    expect(await statuses("/use-cases")).toEqual([403, 200]);
  });

  it("compares a period with the previous one and returns null for averages without data", async () => {
    const day = "from=2026-03-28T23:00:00Z&to=2026-03-29T23:00:00Z";
    const { json } = await get(`/analytics/summary?${day}`);
    expect(json as AlertSummary).toMatchObject({
      previous_from: "2026-03-27T23:00:00.000Z",
      total: { value: 3, previous: 1, delta: 2 },
      by_status: { open: { value: 2, previous: 1, delta: 1 }, dismissed: { value: 1, previous: 0, delta: 1 } },
      by_severity: { high: { value: 1, previous: 0, delta: 1 } },
      open_now: 3,
      time_to_resolve: {
        alerts: { value: 0, previous: 0, delta: 0 },
        mean_s: { value: null, previous: null, delta: null },
      },
      false_positives: { rate: { value: 1, previous: null, delta: null } },
      false_positives_by_use_case: [{ use_case: "fire", reviewed: { value: 1 } }],
      false_positives_by_camera: [{ camera: { id: dock.id, name: "Dock" }, rate: { value: 1 } }],
    });
    expect((await get("/analytics/summary?interval=day")).status).toBe(422);
    expect((await get("/analytics/summary?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z")).status).toBe(422);
  });

  it("lists the use cases by name, page by page", async () => {
    const first = await get("/use-cases?limit=1&include_total=true");
    const page = first.json as UseCaseList;
    expect(page).toMatchObject({
      data: [{ name: "fire", alerts: 3, last_seen_at: "2026-03-29T22:00:00.000Z" }],
      has_more: true,
      total: 2,
    });
    const next = (await get(`/use-cases?limit=1&cursor=${page.next_cursor}`)).json as UseCaseList;
    expect(next.data).toEqual([{ name: "smoke", alerts: 1, last_seen_at: "2026-03-29T21:59:59.999Z" }]);
    expect(next.has_more).toBe(false);
    expect(first.headers.get("link")).toContain(`cursor=${page.next_cursor}`);
    expect((await get("/use-cases?q=SMO")).json).toMatchObject({ data: [{ name: "smoke" }] });
    expect((await get("/use-cases?cursor=x")).json).toMatchObject({ code: "invalid_cursor" });
  });
});
