import { beforeEach, describe, expect, it } from "vitest";
import type { Alert, AlertList } from "@/lib/alerts/schema";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const [{ url }] = servers;

describe("the list of alerts", () => {
  let organization: TestOrganization;
  let headers: Record<string, string>;
  let camera: { id: string; uuid: string; externalId: string };

  beforeEach(async () => {
    organization = await createTestOrganization();
    headers = await organization.bearer();
    camera = await organization.camera();
  });

  const create = (fields: object = {}) => {
    const body = { camera_id: camera.externalId, use_case: "intrusion", status: "open", ...fields };
    return send(url(), "/alerts", { method: "POST", headers, body });
  };
  const created = async (fields: object = {}) => (await create(fields)).json as Alert;
  const list = async (query = "") => {
    const reply = await send(url(), `/alerts${query}`, { headers });
    expect({ status: reply.status, text: reply.status === 200 ? "" : reply.text }).toEqual({ status: 200, text: "" });
    return reply.json as AlertList;
  };
  const idsOf = (page: { data: Alert[] }) => page.data.map(({ id }) => id);

  it("applies each filter alone and all of them together", async () => {
    const site = await organization.site();
    const placed = await organization.camera({ siteId: site.uuid });
    const before = new Date(Date.now() - 1_000).toISOString();
    const wanted = await created({
      camera_id: placed.externalId,
      use_case: "loitering",
      severity: "high",
      status: "acknowledged",
      title: "100%_sure \\ person",
      tags: ["gate", "night"],
    });
    const other = await created({ title: "1000 sure" });
    const after = new Date(Date.now() + 1_000).toISOString();
    const filters = [
      "status=acknowledged,resolved",
      "use_case=Loitering",
      "severity=high&severity=critical",
      `camera_id=${placed.id}`,
      `camera_id=${placed.externalId}`,
      `site_id=${site.id}`,
      "tag=night,day",
      `q=${encodeURIComponent("0%_s")}`,
      `q=${encodeURIComponent("\\ PERSON")}`,
    ];
    for (const filter of filters) expect(idsOf(await list(`?${filter}`))).toEqual([wanted.id]);
    const together = filters.slice(0, 8).join("&");
    const range = `created_after=${before}&created_before=${after}&occurred_after=${before}&occurred_before=${after}&updated_after=${before}`;
    expect(await list(`?${together}&${range}&include_total=true`)).toMatchObject({ total: 1 });
    expect(idsOf(await list(`?created_after=${after}`))).toEqual([]);
    expect(idsOf(await list("?sort=created_at"))).toEqual([wanted.id, other.id]);
    expect((await list("?expand=camera&status=acknowledged")).data[0]?.camera).toMatchObject({
      id: placed.id,
      site: { id: site.id },
    });
  });

  it.each(["occurred", "created"])("rejects a %s time range that does not end after it starts", async (field) => {
    const [early, late] = ["2026-01-31T12:00:00+01:00", "2026-01-31T11:00:00Z"];
    for (const [after, before] of [
      [late, "2026-01-31T10:59:59.999Z"],
      [early, late],
    ] as const) {
      const query = new URLSearchParams({ [`${field}_after`]: after, [`${field}_before`]: before });
      const reply = await send(url(), `/alerts?${query}`, { headers });
      expect(reply.json).toMatchObject({ status: 422, errors: [{ parameter: `${field}_after` }] });
    }
  });

  it("rejects numbers it cannot store exactly and returns others unchanged", async () => {
    const raw = (number: string) =>
      `{"camera_id":"${camera.externalId}","use_case":"x","metadata":{"a":[1,{"n":${number}}]}}`;
    const post = (body: string) => send(url(), "/alerts", { method: "POST", headers, body });
    const json = { "Content-Type": "application/json" };
    Object.assign(headers, json);
    for (const number of ["1e400", "9007199254740993", "-1e-400"]) {
      const reply = await post(raw(number));
      expect(reply.json).toMatchObject({
        status: 422,
        errors: [{ pointer: "/metadata/a/1/n", code: "unsupported_number" }],
      });
    }
    for (const number of ["9007199254740991", "0.1", "1e+300", "-5e-324"]) {
      const reply = await post(raw(number));
      expect(reply.status).toBe(201);
      const { id } = reply.json as Alert;
      expect((await send(url(), `/alerts/${id}`, { headers })).text).toContain(`"n":${number}`);
    }
  });

  it("matches one- and two-letter words and across line breaks, but not across fields", async () => {
    const one = await created({ title: "Öl am Tor", description: "zwei\nZeilen" });
    await created({ title: "Tor", description: "zu" });
    for (const q of ["ö", "öl", "öl am", "AM TOR", "zwei\nzei"]) {
      expect(idsOf(await list(`?q=${encodeURIComponent(q)}`))).toEqual([one.id]);
    }
    expect(idsOf(await list(`?q=${encodeURIComponent("torzu")}`))).toEqual([]);
  });

  it.each(["-created_at", "created_at", "-occurred_at", "-updated_at"])(
    "returns every alert once across pages when sorted by %s",
    async (sort) => {
      const made: string[] = [];
      for (let i = 0; i < 13; i += 1) {
        made.push((await created({ occurred_at: new Date(Date.now() - ((i * 7) % 5) * 60_000).toISOString() })).id);
      }
      const seen: Alert[] = [];
      let path = `/alerts?limit=5&sort=${sort}`;
      while (path) {
        const reply = await send(url(), path, { headers });
        const page = reply.json as AlertList;
        seen.push(...page.data);
        const link = reply.headers.get("link");
        expect(link === null).toBe(!page.has_more);
        path = link ? (/\/api\/v1([^>]+)>; rel="next"$/.exec(link)?.[1] ?? "") : "";
        if (seen.length === 5) await created();
      }
      const ids = seen.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(made));
      const field = sort.replace("-", "") as "created_at";
      const values = seen.map((alert) => alert[field]);
      expect(values).toEqual(sort.startsWith("-") ? values.toSorted().reverse() : values.toSorted());
    },
  );
});
