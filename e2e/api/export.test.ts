import { describe, expect, it } from "vitest";
import { alertCsvColumns } from "@/lib/alerts/csv";
import type { Alert, AlertList } from "@/lib/alerts/schema";
import { partnerPerTest } from "../fixtures/alerts";
import { send, servers } from "../fixtures/api";
import { createTestOrganization } from "../fixtures/organization";

const url = servers[0].url;
const { partner, call, create, patch, member } = partnerPerTest(url);

const csv = "text/csv";
const ndjson = "application/x-ndjson";
const text = async (query: string) => {
  const reply = await call("GET", `/alerts/export${query}`);
  expect({ status: reply.status, problem: reply.status === 200 ? "" : reply.text }).toEqual({
    status: 200,
    problem: "",
  });
  return reply.text;
};
const lines = async (query = "") =>
  (await text(`?format=ndjson${query}`))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Alert);
const records = async (query = "") => {
  const [header = [], ...rows] = parseCsv(await text(`?format=csv${query}`));
  return rows.map((row) => Object.fromEntries(header.map((name, n) => [name, row[n]])));
};
const listed = async (query: string) => ((await call("GET", `/alerts?limit=200${query}`)).json as AlertList).data;

/**
 * Parses CSV strictly as in RFC 4180. A closing quote must precede a comma or CRLF, and the last record must end
 * with CRLF.
 */
function parseCsv(document: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  let rest = document;
  while (rest !== "") {
    const [all = "", quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? [];
    if (all === "") throw new Error(`Not a cell: ${rest.slice(0, 80)}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push(row.splice(0));
    rest = rest.slice(all.length);
  }
  return rows;
}

describe("the alert export", () => {
  it("writes one NDJSON line per alert, identical to the list, with its camera on request", async () => {
    for (const title of ["one", "שתיים 🚨 e\u0301", 'a "quote",\nand \\ lines'])
      await create({ title, tags: ["a", "b"] });
    expect(await lines()).toEqual(await listed(""));
    expect(await lines("&expand=camera&sort=created_at")).toEqual(await listed("&expand=camera&sort=created_at"));
  });

  it("writes the documented CSV columns with all values of alert, camera, and site", async () => {
    const site = await partner.organization.site("Harbour, north");
    const camera = await partner.organization.camera({ siteId: site.uuid, name: 'The "old" one' });
    const { id: assignee } = await member();
    const made = await create({
      camera_id: camera.id,
      title: "Person at gate",
      description: "line 1\nline 2",
      confidence: 0.25,
      tags: ["night", "gate, 4"],
      metadata: { zone: "a", n: [1, null] },
      media: [{ type: "image", url: "https://example.test/1.jpg" }],
      assignee_id: assignee,
      dedup_key: "k",
    });
    await patch(made.id, { status: "acknowledged" });
    const closing = { status: "resolved", disposition: "true_positive", disposition_reason: "seen" };
    const alert = (await patch(made.id, closing)).json as Alert;
    expect((await text("")).split("\r\n")[0]).toBe(alertCsvColumns.join(","));
    const key = { kind: "api_key", id: alert.source.id, name: "Test key" };
    expect(alert).toMatchObject({ source: key, acknowledged_by: key, resolved_by: key });
    const { media: _m, metadata: _d, tags: _t, source: _s, acknowledged_by: _a, resolved_by: _r, ...plain } = alert;
    expect(await records()).toEqual([
      {
        ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, String(value ?? "")])),
        camera_name: 'The "old" one',
        camera_external_id: camera.externalId,
        site_id: site.id,
        site_name: "Harbour, north",
        tags: "night; gate, 4",
        media: '[{"url":"https://example.test/1.jpg","type":"image"}]',
        metadata: '{"n":[1,null],"zone":"a"}',
        ...Object.fromEntries(
          ["source", "acknowledged_by", "resolved_by"].flatMap((who) =>
            Object.entries(key).map(([name, value]) => [`${who}_${name}`, value]),
          ),
        ),
      },
    ]);
  });

  it.each([
    '=HYPERLINK("http://evil.example","x")',
    "=cmd|' /C calc'!A0",
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1+1)*cmd",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(1)",
  ])("escapes the spreadsheet formula %j in CSV and leaves it unescaped in NDJSON", async (formula) => {
    const camera = await partner.organization.camera({ name: formula });
    await create({
      camera_id: camera.id,
      title: formula,
      description: formula,
      dedup_key: `${formula}`,
      tags: [formula],
    });
    const [row] = await records();
    const kept = `'${formula}`;
    const trimmed = formula.trim();
    expect(row).toMatchObject({
      title: kept,
      description: kept,
      camera_name: kept,
      dedup_key: `'${trimmed}`,
      tags: `'${trimmed}`,
    });
    expect((await lines())[0]).toMatchObject({ title: formula, tags: [trimmed] });
  });

  it.each([
    "שלום, עולם \u202eabc\u202c",
    "👩🏽‍🚒🇩🇪 e\u0301 é \u200b",
    'a "quoted" cell, with commas;\nlines\r\nand\ttabs',
    "'already quoted",
    "1-2, a=b, x@y",
    " padded ",
    "\\N \\r\\n NULL",
    "<script>alert(1)</script>",
  ])("preserves %j exactly in both formats", async (value) => {
    await create({ title: value, metadata: { [value]: value } });
    const [row] = await records();
    expect(row?.title).toBe(value);
    expect(JSON.parse(row?.metadata ?? "")).toEqual({ [value]: value });
    expect((await lines())[0]).toMatchObject({ title: value, metadata: { [value]: value } });
  });

  it.each([
    ["", null, csv],
    ["", "*/*", csv],
    ["", "text/csv", csv],
    ["", "text/*", csv],
    ["", ndjson, ndjson],
    ["", "application/*", ndjson],
    ["", `${ndjson}, */*`, ndjson],
    ["", `${ndjson};q=0.2, text/csv;q=0.5`, csv],
    ["", `text/csv;q=0.1, ${ndjson}`, ndjson],
    ["", "application/json", csv],
    ["?format=ndjson", "application/json", ndjson],
    ["?format=ndjson", null, ndjson],
    ["?format=csv", "*/*", csv],
    ["?format=csv", `${ndjson}, */*;q=0.1`, csv],
    ["?format=csv", ndjson, csv],
    ["?format=ndjson", "text/csv", ndjson],
    ["", "image/png", null],
    ["", "text/csv;q=0", null],
  ])("responds to query %j and Accept %j with type %j", async (query, accept, type) => {
    await create();
    const reply = await call("GET", `/alerts/export${query}`, undefined, accept === null ? {} : { Accept: accept });
    if (type === null) return expect(reply.json).toMatchObject({ code: "not_acceptable", status: 406 });
    expect(reply.headers.get("content-type")?.split(";")[0]).toBe(type);
    expect(reply.headers.get("vary")).toContain("Accept");
    const extension = type === csv ? "csv" : "ndjson";
    expect(reply.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="${partner.organization.slug}-alerts-\\d{8}T\\d{6}Z\\.${extension}"$`),
    );
  });

  it("returns only the CSV header, or an empty NDJSON body, without alerts", async () => {
    expect(await text("")).toBe(`${alertCsvColumns.join(",")}\r\n`);
    expect(await text("?format=ndjson")).toBe("");
  });

  it("returns headers without a body for HEAD", async () => {
    const reply = await call("HEAD", "/alerts/export");
    expect([reply.status, reply.text, reply.headers.get("content-type")]).toEqual([
      200,
      "",
      "text/csv; charset=utf-8; header=present",
    ]);
  });

  it.each(["-created_at", "created_at", "-occurred_at"])(
    "contains every alert once, sorted by %s, while new alerts arrive",
    async (sort) => {
      const alerts = Array.from({ length: 700 }, (_, n) => ({
        camera_id: partner.camera.externalId,
        use_case: n % 2 ? "intrusion" : "loitering",
        status: "open",
        occurred_at: new Date(Date.UTC(2026, 0, 1) + (n % 7) * 60_000).toISOString(),
      }));
      for (const part of [0, 1])
        await call("POST", "/alerts/batch", { alerts: alerts.slice(part * 350, part * 350 + 350) });
      let page = (await call("GET", `/alerts?limit=200&sort=${sort}`)).json as AlertList;
      const ids = page.data.map(({ id }) => id);
      while (page.next_cursor) {
        page = (await call("GET", `/alerts?limit=200&sort=${sort}&cursor=${page.next_cursor}`)).json as AlertList;
        ids.push(...page.data.map(({ id }) => id));
      }
      const [exported] = await Promise.all([
        records(`&sort=${sort}`),
        create({ title: "late" }),
        create({ title: "late" }),
      ]);
      expect(ids).toHaveLength(700);
      expect(exported.filter(({ title }) => title !== "late").map(({ id }) => id)).toEqual(ids);
      expect(await records(`&sort=${sort}&use_case=loitering`)).toHaveLength(350);
    },
  );

  it("filters like the list, but rejects 'limit' and sorting by updated_at", async () => {
    await create({ severity: "high", tags: ["x"] });
    const wanted = await create({ severity: "low", tags: ["x"], title: "50%_off" });
    for (const filter of [
      "severity=low,info",
      "tag=x&severity=low",
      `q=${encodeURIComponent("0%_")}`,
      "assignee_id=none&severity=low",
    ])
      expect((await records(`&${filter}`)).map(({ id }) => id)).toEqual([wanted.id]);
    expect((await call("GET", "/alerts/export?sort=-updated_at")).json).toMatchObject({
      errors: [{ parameter: "sort" }],
    });
    expect((await call("GET", "/alerts/export?limit=5")).status).toBe(422);
  });

  it("excludes other organizations' alerts", async () => {
    await create({ title: "ours" });
    const headers = await (await createTestOrganization()).bearer();
    const reply = await send(url(), "/alerts/export", { headers });
    expect(reply.text).toBe(`${alertCsvColumns.join(",")}\r\n`);
  });
});
